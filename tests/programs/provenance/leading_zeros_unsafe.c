// expect: unsafe
// options: --data-model LP64
// because: the stack uses all 47 of them
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int x = 5, *p = &x;
  if (!(__builtin_clzl((word)p) >= 18))
    reach_error();
}
