// expect: safe
// because: the attribute asks for an address that 4096 divides
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  __attribute__((aligned(4096))) char first[64];
  __attribute__((aligned(4096))) char second[64];
  word m = (word)first, n = (word)second;
  if (!(m % 4096 == 0 && n % 4096 == 0))
    reach_error();
}
