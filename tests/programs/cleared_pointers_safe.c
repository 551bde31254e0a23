// expect: safe
// run: 2,1 -> end 0
// run: 2,3 -> end 0
// because: calloc clears all pointers that fit into the object, however many an input asks for
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
  if (i && row[i] != 0)
    reach_error();
  return 0;
}
