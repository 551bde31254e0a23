// expect: safe
// because: no pointer leads back to other
extern void reach_error(void);
struct node { int value; struct node *next; };
extern void walk(struct node *);
int main(void) {
  struct node last = {2, 0}, first = {1, &last}, other = {3, &first};
  walk(&first);
  if (other.value != 3)
    reach_error();
  return 0;
}
