// expect: safe
// because: scan gets a copy of the record
extern void reach_error(void);
struct range { int *from, *to; };
extern void scan(struct range);
int main(void) {
  int a = 1, b = 2, c = 3;
  struct range r = {&a, &b};
  scan(r);
  if (c != 3 || r.from != &a)
    reach_error();
  return 0;
}
