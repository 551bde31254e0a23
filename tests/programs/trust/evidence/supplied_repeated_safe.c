// expect: safe
// because: the same seed gives the same sequence [C11 7.22.2.2]
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  srand(1);
  int first = rand();
  srand(1);
  if (rand() != first)
    reach_error();
  return 0;
}
