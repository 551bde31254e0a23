// expect: safe
// because: b was not given away
extern void reach_error(void);
struct link { struct link *next; };
struct item { int value; struct link link; };
extern void enqueue(struct link *);
int main(void) {
  struct item a = {1, {0}}, b = {2, {0}};
  enqueue(&a.link);
  if (b.value != 2)
    reach_error();
  return 0;
}
