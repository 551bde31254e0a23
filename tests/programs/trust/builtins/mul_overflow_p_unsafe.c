// expect: unsafe
// because: the type of the last argument counts
extern void reach_error(void);
int main(void) {
  if (__builtin_mul_overflow_p(65536, 65536, (int)0) && !__builtin_mul_overflow_p(65536, 65536, 0l))
      reach_error();
  return 0;
}
