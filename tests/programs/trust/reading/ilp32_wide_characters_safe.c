// expect: safe
// options: --data-model ILP32
// because: wchar_t is long there
extern void reach_error(void);
int main(void) {
  if (_Generic(L'x', long: 1, int: 2, default: 3) != 1)
      reach_error();
  return 0;
}
