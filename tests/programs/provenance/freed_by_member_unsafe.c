// expect: unsafe
// options: --property valid-memsafety
// because: the record starts earlier than that
#include <stdlib.h>
struct record { int id; int list; int other; };
static void give_back(int *member) {
  free((char *)member - __builtin_offsetof(struct record, list));
}
int main(void) {
  struct record *r = malloc(sizeof *r);
  r->other = 3;
  give_back(&r->other);
}
