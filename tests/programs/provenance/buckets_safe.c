// expect: safe
// because: what is put into the bucket of an address is found there, wherever the object lies
#include <stdlib.h>
extern void reach_error(void);
#define BUCKETS 16
struct entry {
  void *key;
  int value;
};
struct entry table[BUCKETS];
unsigned bucket(void *key) {
  unsigned long bits = (unsigned long)key;
  bits ^= bits >> 7;
  return (unsigned)(bits * 31 % BUCKETS);
}
void put(void *key, int value) {
  struct entry *at = &table[bucket(key)];
  at->key = key;
  at->value = value;
}
int *find(void *key) {
  struct entry *at = &table[bucket(key)];
  return at->key == key ? &at->value : 0;
}
int main(void) {
  int *key = malloc(4);
  if (!key)
    return 1;
  put(key, 7);
  int *found = find(key);
  if (!found || *found != 7)
    reach_error();
  return 0;
}
