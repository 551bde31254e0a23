// expect: safe
// property: no-index-out-of-bounds
// run: 11 -> end
// because: the buffer is just large enough
extern int __VERIFIER_nondet_int(void);

int buffer[10];
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count > 10)
    return 0;
  for (int i = 0; i < count; i++)
    buffer[i] = i;
  return 0;
}
