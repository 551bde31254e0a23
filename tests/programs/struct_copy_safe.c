// expect: safe
// run: 5 -> end 0
// run: -1 -> end 0
// because: a struct is copied as a whole, its array too, and the copy is another object
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct account { int owner; int balance[2]; };
static struct account paid(struct account from, int amount) {
  from.balance[1] += amount;
  return from;
}
int main(void) {
  int amount = __VERIFIER_nondet_int();
  struct account a = {1, {10, 20}}, b = a, c;
  c = paid(a, amount);
  b.owner = 2;
  if (a.owner != 1 || a.balance[1] != 20 || b.balance[0] != 10)
    reach_error();
  if (c.balance[1] != 20 + amount || c.owner != a.owner)
    reach_error();
  return 0;
}
