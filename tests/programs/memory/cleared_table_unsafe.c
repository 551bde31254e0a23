// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// because: the table has an element less
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 50 + 1, sum = 0;
  unsigned *table = calloc(n, sizeof *table);
  if (!table)
    return 0;
  for (unsigned i = n; i > 0; i--)
    sum += table[i];
  free(table);
  return sum == 0 ? 0 : 1;
}
