// expect: unsafe
// because: a sequence does not stand still
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  srand(1);
  int first = rand();
  if (rand() != first)
    reach_error();
  return 0;
}
