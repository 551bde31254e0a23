// expect: unsafe
// because: the addresses of two neighbours differ in one bit
extern void reach_error(void);
typedef unsigned long word;
__attribute__((aligned(2))) char a[2];
int main(void) {
  for (int i = 0; i < 2; i++)
    if (!(__builtin_parityl((word)&a[i]) == 0))
      reach_error();
}
