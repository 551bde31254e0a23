// expect: safe
// truth: -fno-builtin
// because: the program defines its own printf
extern void reach_error(void);
int printf(const char *format, ...) { return 9; }
int main(void) {
  if (printf("x") != 9)
      reach_error();
  return 0;
}
