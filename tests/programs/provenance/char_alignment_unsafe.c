// expect: unsafe
// because: a char may be at an odd address
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char c = 1;
  char *p = &c;
  if (!((word)p % 2 == 0))
    reach_error();
}
