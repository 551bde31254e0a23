// expect: unsafe
// because: the offset of an element
extern void reach_error(void);
struct s {
  int a;
  int b[2];
};
int main(void) {
  if (__builtin_offsetof(struct s, b[1]) == 8)
      reach_error();
  return 0;
}
