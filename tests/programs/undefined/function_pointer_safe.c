// expect: safe
// because: y was not given away
extern void reach_error(void);
extern void (*hook)(int *);
int main(void) {
  int x = 1, y = 2;
  hook(&x);
  if (y != 2)
    reach_error();
  return 0;
}
