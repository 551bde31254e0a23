// The 32-bit system call table from 64-bit code: creates a file.
#include <string.h>
#include <sys/mman.h>
extern void reach_error(void);

int main(void) {
  long result;
  char *low = mmap((void *)0x20000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  strcpy(low, OUTSIDE "/created");
  __asm__ volatile("int $0x80" : "=a"(result) : "0"(8L), "b"(low), "c"(0600L) : "memory");
  reach_error();
}
