// expect: safe
// because: the counter of cycles runs
extern void reach_error(void);
int main(void) {
  int a = __builtin_ia32_rdtsc() > 0;
  if (a != 1)
      reach_error();
  return 0;
}
