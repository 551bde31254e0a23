// expect: safe
// ring: first
// truth: -O0 only
// because: both names are one variable
extern void reach_error(void);
int one = 5;
extern int other asm("one");
int main(void) {
  other = 6;
  if (one != 6)
    reach_error();
  return 0;
}
