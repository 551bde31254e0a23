// Executes a script that was never on a disk: creates a file.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
extern void reach_error(void);

static const char script[] = "#!/bin/sh\n: > " OUTSIDE "/created\n";

int main(void) {
  int file = memfd_create("script", 0);
  char *arguments[] = {"script", 0};
  write(file, script, sizeof script - 1);
  syscall(SYS_execveat, file, "", arguments, arguments + 1, 0x1000);
  reach_error();
}
