// expect: unsafe
// because: two objects may have one bucket, and the second one takes it
#include <stdlib.h>
extern void reach_error(void);
#define BUCKETS 1
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
  put(malloc(4), 8);
  int *found = find(key);
  if (!found || *found != 7)
    reach_error();
  return 0;
}
