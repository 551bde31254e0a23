// expect: unsafe
// because: after the move the first pointer stands twice
#include <string.h>
extern void reach_error(void);
int x = 1, y = 2;
int main(void) {
  int *table[3] = {&x, &y, 0};
  memmove(table + 1, table, 2 * sizeof *table);
  if (!(*table[1] == 1 && *table[2] == 2))
    reach_error();
  if (!(table[0] == &y))
    reach_error();
}
