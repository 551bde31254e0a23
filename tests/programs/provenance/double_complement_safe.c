// expect: safe
// because: two complements cancel out
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  word n = ~(word)&x;
  n = ~n;
  if (!((int *)n == &x))
    reach_error();
}
