// expect: safe
// because: the member or the whole
extern void reach_error(void);
struct s {
  char a[4];
  char b[4];
};
int main(void) {
  struct s v;
  if (!(__builtin_object_size(v.a, 1) == 4 && __builtin_object_size(v.a, 0) == 8))
      reach_error();
  return 0;
}
