// expect: safe
// because: the system call ends the program
extern void reach_error(void);
int main(void) {
  asm volatile("syscall" : : "a"(231), "D"(0));
  reach_error();
  return 0;
}
