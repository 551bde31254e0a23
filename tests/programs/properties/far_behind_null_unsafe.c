// expect: unsafe
// property: no-null-dereference
// run: 4, 6 -> 15: `row` is null
// because: an element of nothing has an address that is not null
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int table[8] = {0}, *row = 0;
  int n = __VERIFIER_nondet_int(), at = __VERIFIER_nondet_int();
  if (at < 0 || at > 7)
    return 0;
  if (n > 4)
    row = table;
  if (n > 3)
    row[at] = n;
  return 0;
}
