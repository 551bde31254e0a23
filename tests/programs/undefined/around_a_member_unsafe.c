// expect: unsafe
// undecided: the change lies behind what an execution can choose
// because: enqueue may know what the link is a member of
extern void reach_error(void);
struct link { struct link *next; };
struct item { int value; struct link link; };
extern void enqueue(struct link *);
int main(void) {
  struct item a = {1, {0}};
  enqueue(&a.link);
  if (a.value != 1)
    reach_error();
  return 0;
}
