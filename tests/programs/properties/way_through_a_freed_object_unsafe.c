// expect: unsafe
// property: valid-memtrack
// run: 5 -> 13: an object of 9 bytes made at line 15 (malloc in main) can no longer be reached
// because: the only pointer to the text is in the record that is freed
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct record {
  char *text;
  int length;
};
static struct record *all;
int main(void) {
  all = malloc(sizeof *all);
  all->text = malloc(9);
  all->length = __VERIFIER_nondet_int();
  if (all->length == 5)
    free(all);
  return 0;
}
