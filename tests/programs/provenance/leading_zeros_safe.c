// expect: safe
// options: --data-model LP64
// because: addresses of processes have 47 bits
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int x = 5, *p = &x;
  if (!(__builtin_clzl((word)p) >= 17))
    reach_error();
}
