// expect: unsafe
// because: init may change the limit
extern void reach_error(void);
struct config { int limit; char *name; };
extern void init(struct config *);
int main(void) {
  struct config c = {10, "x"};
  init(&c);
  if (c.limit == 11)
    reach_error();
  return 0;
}
