// expect: unsafe
// run: 2,1 -> end 0
// run: 2,0 -> error
// because: the first pointer was set
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int kept;

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 6 + 1;
  unsigned i = __VERIFIER_nondet_uint();
  int **row = calloc(n, sizeof *row);
  if (!row || i >= n)
    return 0;
  row[0] = &kept;
  if (row[i] != 0)
    reach_error();
  return 0;
}
