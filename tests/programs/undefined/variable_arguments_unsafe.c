// expect: unsafe
// because: x may be read
extern void reach_error(void);
extern int read_all(const char *, ...);
int main(void) {
  int x = 1;
  read_all("%d", &x);
  if (x == 2)
    reach_error();
  return 0;
}
