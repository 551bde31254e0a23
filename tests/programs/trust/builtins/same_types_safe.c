// expect: safe
// because: types are compared
extern void reach_error(void);
int main(void) {
  if (!(__builtin_types_compatible_p(int, signed) && !__builtin_types_compatible_p(long, int)))
      reach_error();
  return 0;
}
