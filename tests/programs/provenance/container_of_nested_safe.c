// expect: safe
// because: both offsets are subtracted
extern void reach_error(void);
typedef unsigned long word;
struct inner { int a; int b; };
struct outer { char c; struct inner in[2]; };
int main(void) {
  struct outer o = {'x', {{1, 2}, {3, 4}}};
  int *p = &o.in[1].b;
  struct inner *in = (struct inner *)((word)p - __builtin_offsetof(struct inner, b));
  struct outer *out =
      (struct outer *)((word)(in - 1) - __builtin_offsetof(struct outer, in));
  if (!(out == &o))
    reach_error();
}
