// expect: safe
// because: sigaction stores what was set before
#define _GNU_SOURCE
#include <signal.h>
extern void reach_error(void);
int main(void) {
  struct sigaction old;
  old.sa_handler = SIG_IGN;
  sigaction(SIGUSR2, 0, &old);
  if (old.sa_handler != SIG_DFL)
      reach_error();
  return 0;
}
