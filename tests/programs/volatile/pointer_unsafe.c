// expect: unsafe
// undecided: the way through a pointer that was chosen is not executed
// because: p may still point to x
extern void reach_error(void);
int main(void) {
  int x = 1;
  int *volatile p = &x;
  *p = 5;
  if (x != 1)
    reach_error();
  return 0;
}
