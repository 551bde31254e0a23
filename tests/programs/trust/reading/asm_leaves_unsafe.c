// expect: unsafe
// because: nothing is done
extern void reach_error(void);
int main(void) {
  asm volatile("" : : "a"(231), "D"(0));
  reach_error();
  return 0;
}
