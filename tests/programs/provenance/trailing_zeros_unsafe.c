// expect: unsafe
// because: eight divides only one of two neighbours
extern void reach_error(void);
typedef unsigned long word;
int a[2];
int main(void) {
  for (int i = 0; i < 2; i++)
    if (!(__builtin_ctzl((word)&a[i]) >= 3))
      reach_error();
}
