// expect: safe
// because: dup2 returns the descriptor that it is given, or fails
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int result = dup2(1, 5);
  if (result != 5 && result != -1)
    reach_error();
  return 0;
}
