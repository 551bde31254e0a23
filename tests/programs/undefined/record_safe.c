// expect: safe
// because: the limit was copied before
extern void reach_error(void);
struct config { int limit; char *name; };
extern void init(struct config *);
int main(void) {
  struct config c = {10, "x"};
  int copy = c.limit;
  init(&c);
  if (copy != 10)
    reach_error();
  return 0;
}
