// expect: safe
// inputs: 268697592, 268697600
// because: the address of a member is the number moved
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct pair {
  char first[8], second;
};
char *kept;
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  kept = &((struct pair *)a)->second;
  if (a == 0x1003fff8ul && kept == (char *)0x1003fffcul)
    reach_error();
}
