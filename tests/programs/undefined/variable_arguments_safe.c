// expect: safe
// because: y was not given away
extern void reach_error(void);
extern int read_all(const char *, ...);
int main(void) {
  int x = 1, y = 2;
  read_all("%d", &x);
  if (y != 2)
    reach_error();
  return 0;
}
