// Empties a file, changes its permissions, moves it, links to it and removes it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  chmod(OUTSIDE "/kept", 0777);
  open(OUTSIDE "/kept", O_RDONLY | O_TRUNC);
  truncate(OUTSIDE "/kept", 0);
  link(OUTSIDE "/kept", OUTSIDE "/created");
  symlink("/", OUTSIDE "/created");
  mkdir(OUTSIDE "/created", 0700);
  mknod(OUTSIDE "/created", S_IFIFO | 0600, 0);
  rename(OUTSIDE "/kept", OUTSIDE "/moved");
  unlink(OUTSIDE "/moved");
  reach_error();
}
