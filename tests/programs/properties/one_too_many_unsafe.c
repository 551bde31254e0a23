// expect: unsafe
// property: no-index-out-of-bounds
// run: 11 -> 13: index 10 of `buffer[10]`
// because: the buffer is full
extern int __VERIFIER_nondet_int(void);

int buffer[10];
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count > 11)
    return 0;
  for (int i = 0; i < count; i++)
    buffer[i] = i;
  return 0;
}
