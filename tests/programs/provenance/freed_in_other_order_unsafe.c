// expect: unsafe
// options: --property valid-memsafety
// because: after it
#include <stdlib.h>
int main(void) {
  char **table = malloc(2 * sizeof *table);
  table[0] = malloc(4);
  table[1] = malloc(4);
  free(table);
  free(table[0]);
  free(table[1]);
}
