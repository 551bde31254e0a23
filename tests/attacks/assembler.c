// A system call by inline assembler: creates a file.
extern void reach_error(void);

int main(void) {
  long result;
#ifdef __x86_64__
  __asm__ volatile("syscall" : "=a"(result) : "0"(85L), "D"(OUTSIDE "/created"), "S"(0600L) : "rcx", "r11", "memory");
#else
  __asm__ volatile("int $0x80" : "=a"(result) : "0"(8L), "b"(OUTSIDE "/created"), "c"(0600L) : "memory");
#endif
  reach_error();
}
