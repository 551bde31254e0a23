// expect: unsafe
// because: dup2 returns the descriptor that it is given, if it does not fail
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int result = dup2(1, 5);
  if (result == 5)
    reach_error();
  return 0;
}
