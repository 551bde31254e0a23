// expect: safe
// because: an object defined const cannot be changed
extern void reach_error(void);
extern void show(const int *);
int main(void) {
  const int x = 1;
  show(&x);
  if (x != 1)
    reach_error();
  return 0;
}
