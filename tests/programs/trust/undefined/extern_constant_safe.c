// expect: safe
// with: extern_constant.other.c
// because: nobody changes it in between
extern void reach_error(void);
extern const int limit;
int main(void) {
  int a = limit, b = limit;
  if (a != b)
    reach_error();
  return 0;
}
