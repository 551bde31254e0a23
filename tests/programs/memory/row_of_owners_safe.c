// expect: safe
// property: valid-memtrack
// methods: bmc, impact
// because: a global row leads to every object in it, as many as an input says
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int **row;

int main(void) {
  unsigned n = 1 + (__VERIFIER_nondet_uint() & 1);
  row = calloc(n, sizeof *row);
  if (!row)
    return 0;
  row[0] = malloc(sizeof **row);
  if (n > 1)
    row[1] = malloc(sizeof **row);
  return 0;
}
