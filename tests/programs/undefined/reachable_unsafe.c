// expect: unsafe
// undecided: the change lies behind what an execution can choose
// because: walk may follow next
extern void reach_error(void);
struct node { int value; struct node *next; };
extern void walk(struct node *);
int main(void) {
  struct node last = {2, 0}, first = {1, &last};
  walk(&first);
  if (last.value != 2)
    reach_error();
  return 0;
}
