// expect: unsafe
// because: a pointer to const can be cast
extern void reach_error(void);
extern void show(const int *);
int main(void) {
  int x = 1;
  show(&x);
  if (x == 2)
    reach_error();
  return 0;
}
