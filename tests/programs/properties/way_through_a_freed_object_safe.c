// expect: safe
// property: valid-memtrack
// run: 5 -> end
// because: the text is freed before the record that leads to it
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
  if (all->length == 5) {
    free(all->text);
    free(all);
  }
  return 0;
}
