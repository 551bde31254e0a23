// expect: safe
// options: --property valid-memsafety
// because: the rows are freed before the table that holds them
#include <stdlib.h>
int main(void) {
  char **table = malloc(2 * sizeof *table);
  table[0] = malloc(4);
  table[1] = malloc(4);
  free(table[0]);
  free(table[1]);
  free(table);
}
