// expect: safe
// options: --property valid-memsafety
// because: the offset leads back to the start
#include <stdlib.h>
struct record { int id; int list; int other; };
static void give_back(int *member) {
  free((char *)member - __builtin_offsetof(struct record, other));
}
int main(void) {
  struct record *r = malloc(sizeof *r);
  r->other = 3;
  give_back(&r->other);
}
