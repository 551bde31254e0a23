// expect: unsafe
// with: extern_constant.other.c
// because: another file defines the constant
extern void reach_error(void);
extern const int limit;
int main(void) {
  if (limit == 5)
    reach_error();
  return 0;
}
