// expect: unsafe
// options: --data-model LP64
// truth: -no-pie
// because: a program that is not position independent has its globals below 4 GB
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  unsigned half = (unsigned)(word)&x;
  if (!((word)half != (word)&x))
    reach_error();
}
