// Ends another process of the same user: by signals, through a descriptor's owner, through its memory.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  int ends[2];
  kill(VICTIM, SIGKILL);
  syscall(SYS_tgkill, VICTIM, VICTIM, SIGKILL);
  ptrace(PTRACE_ATTACH, VICTIM, 0, 0);
  fcntl(2, F_SETOWN, VICTIM);
  fcntl(2, F_SETSIG, SIGKILL);
  fcntl(2, F_SETFL, O_ASYNC | O_NONBLOCK | O_WRONLY);
  for (int count = 0; count < 100; count++)
    write(2, "aaaaaaaa", 8);
  reach_error();
}
