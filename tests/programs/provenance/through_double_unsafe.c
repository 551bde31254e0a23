// expect: unsafe
// truth: -O0 only
// because: a float holds 24 bits only
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int a[2] = {5, 6};
  for (int i = 0; i < 2; i++) {
    float number = (float)(word)&a[i];
    int *p = (int *)(word)number;
    if (!(p == &a[i]))
      reach_error();
  }
}
