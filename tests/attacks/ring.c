// Opens files through io_uring, where no system call names them: creates a file.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/io_uring.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  struct io_uring_params parameters;
  memset(&parameters, 0, sizeof parameters);
  int ring = syscall(SYS_io_uring_setup, 4, &parameters);
  if (ring >= 0) {
    char *queue = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQ_RING);
    struct io_uring_sqe *entry = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQES);
    memset(entry, 0, sizeof *entry);
    entry->opcode = IORING_OP_OPENAT;
    entry->fd = AT_FDCWD;
    entry->addr = (unsigned long)(OUTSIDE "/created");
    entry->len = 0600;
    entry->open_flags = O_CREAT | O_WRONLY;
    ((unsigned *)(queue + parameters.sq_off.array))[0] = 0;
    ((unsigned *)(queue + parameters.sq_off.tail))[0] = 1;
    syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, 0, 0);
  }
  reach_error();
}
