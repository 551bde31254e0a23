// expect: safe
// because: the attribute asks for an even address
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  __attribute__((aligned(2))) char c = 1;
  char *p = &c;
  if (!((word)p % 2 == 0))
    reach_error();
}
