// expect: unsafe
// run: 0 -> end 0
// run: 5 -> error
// because: the function changes the account it is given the address of
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct account { int owner; int balance[2]; };
static struct account paid(struct account *from, int amount) {
  from->balance[1] += amount;
  return *from;
}
int main(void) {
  int amount = __VERIFIER_nondet_int();
  struct account a = {1, {10, 20}}, c;
  c = paid(&a, amount);
  if (c.balance[1] != 20 + amount || a.balance[1] != 20)
    reach_error();
  return 0;
}
