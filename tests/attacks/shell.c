// Becomes a shell: creates a file.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  execl("/bin/sh", "sh", "-c", ": > " OUTSIDE "/created", (char *)0);
  execl("/bin/busybox", "sh", "-c", ": > " OUTSIDE "/created", (char *)0);
  reach_error();
}
