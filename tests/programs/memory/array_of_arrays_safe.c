// expect: safe
// property: valid-deref
// methods: bmc
// because: each row has as many elements as there are columns
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int *rows[3];
  unsigned columns = __VERIFIER_nondet_uint() % 4 + 1;
  for (int i = 0; i < 3; i++) {
    rows[i] = malloc(columns * sizeof(int));
    if (!rows[i])
      return 0;
  }
  for (int i = 0; i < 3; i++)
    for (unsigned j = 0; j < columns; j++)
      rows[i][j] = i;
  return rows[2][columns - 1] - 2;
}
