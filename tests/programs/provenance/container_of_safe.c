// expect: safe
// because: the member is subtracted by its own offset
extern void reach_error(void);
struct outer { int id; int list; int other; };
struct outer o = {5, 6, 7};
int main(void) {
  int *member = &o.other;
  struct outer *p =
      (struct outer *)((char *)member - __builtin_offsetof(struct outer, other));
  if (!(p == &o))
    reach_error();
}
