// Leaves processes behind in every way there is: vfork is not needed where clone is.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
extern void reach_error(void);

static void stay(long started) {
  if (started != 0)
    return;
  setpgid(0, 0);
  setsid();
  for (int file = 0; file < 3; file++)
    close(file);
  signal(SIGHUP, SIG_IGN);
  sleep(20);
  _exit(0);
}

int main(void) {
  unsigned long long arguments[8];
  memset(arguments, 0, sizeof arguments);
  stay(syscall(SYS_clone3, arguments, sizeof arguments));
  stay(syscall(SYS_clone, 0L, 0L, 0L, 0L, 0L));
  stay(syscall(SYS_fork));
  stay(fork());
  reach_error();
}
