// expect: unsafe
// property: no-null-dereference
// run: 7 -> 16: `at` is null
// because: what is not in the list is looked for behind its end
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node last = {3, 0}, first = {2, &last};
  struct node *at = &first;
  int wanted = __VERIFIER_nondet_int() % 10;
  for (int i = 0; i < 4; i++) {
    if (at->value == wanted)
      return at->value;
    at = at->next;
  }
  return 0;
}
