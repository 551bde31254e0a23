// expect: unsafe
// property: valid-deref
// violated: valid-deref
// methods: bmc
// because: the last row is shorter
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int *rows[3];
  unsigned columns = __VERIFIER_nondet_uint() % 4 + 1;
  for (int i = 0; i < 3; i++) {
    rows[i] = malloc((columns - (i == 2)) * sizeof(int));
    if (!rows[i])
      return 0;
  }
  for (int i = 0; i < 3; i++)
    for (unsigned j = 0; j < columns; j++)
      rows[i][j] = i;
  return rows[2][columns - 1] - 2;
}
