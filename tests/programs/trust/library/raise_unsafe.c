// expect: unsafe
// because: raise calls the handler
#include <signal.h>
extern void reach_error(void);
static int marked;
static void mark(int number) { marked = 1; }
int main(void) {
  signal(SIGUSR1, mark);
  raise(SIGUSR1);
  if (marked != 0)
    reach_error();
  return 0;
}
