// A function that chooses another one while the program is loaded: creates a file.
extern void reach_error(void);

static void chosen(void) {}
static void *choose(void) {
  long result;
#ifdef __x86_64__
  __asm__ volatile("syscall" : "=a"(result) : "0"(85L), "D"(OUTSIDE "/created"), "S"(0600L) : "rcx", "r11", "memory");
#else
  __asm__ volatile("int $0x80" : "=a"(result) : "0"(8L), "b"(OUTSIDE "/created"), "c"(0600L) : "memory");
#endif
  return chosen;
}
void harmless(void) __attribute__((ifunc("choose")));

int main(void) {
  harmless();
  reach_error();
}
