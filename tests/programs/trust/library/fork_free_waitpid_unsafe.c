// expect: unsafe
// because: there are no children
#include <errno.h>
#include <sys/wait.h>
extern void reach_error(void);
int main(void) {
  int status = 99;
  if (waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD)
    reach_error();
  return 0;
}
