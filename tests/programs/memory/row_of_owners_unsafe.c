// expect: unsafe
// property: valid-memtrack
// violated: valid-memtrack
// methods: bmc, impact
// because: the second object of the row loses its place to the first
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int **row;

int main(void) {
  unsigned n = 1 + (__VERIFIER_nondet_uint() & 1);
  row = calloc(n, sizeof *row);
  if (!row)
    return 0;
  row[0] = malloc(sizeof **row);
  if (n > 1) {
    row[1] = malloc(sizeof **row);
    row[1] = row[0];
  }
  return 0;
}
