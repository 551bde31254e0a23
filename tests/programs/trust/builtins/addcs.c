// expect: refused
// because: gcc 12 has no such function: the program cannot be linked
extern void reach_error(void);
int main(void) {
  unsigned carry = 0;
  if (__builtin_addc(~0u, 1u, 0u, &carry) == 0 && carry == 1)
    reach_error();
  return 0;
}
