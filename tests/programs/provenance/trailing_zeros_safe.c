// expect: safe
// because: four divides the address of an int
extern void reach_error(void);
typedef unsigned long word;
int a[2];
int main(void) {
  for (int i = 0; i < 2; i++)
    if (!(__builtin_ctzl((word)&a[i]) >= 2))
      reach_error();
}
