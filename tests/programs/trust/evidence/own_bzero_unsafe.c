// expect: unsafe
// truth: -fno-builtin
// because: the program's bzero does nothing
extern void reach_error(void);
void bzero(void *p, unsigned long n) {}
int main(void) {
  int x = 5;
  bzero(&x, 4);
  if (x == 5)
      reach_error();
  return 0;
}
