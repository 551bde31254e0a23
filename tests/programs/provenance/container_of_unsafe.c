// expect: unsafe
// truth: -O0 only
// because: it is subtracted by the offset of another member
extern void reach_error(void);
struct outer { int id; int list; int other; };
struct outer o = {5, 6, 7};
int main(void) {
  int *member = &o.other;
  struct outer *p =
      (struct outer *)((char *)member - __builtin_offsetof(struct outer, list));
  if (!(p == &o))
    reach_error();
}
