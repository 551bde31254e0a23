// expect: safe
// because: a double holds every address of 47 bits
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int a[2] = {5, 6};
  for (int i = 0; i < 2; i++) {
    double number = (double)(word)&a[i];
    int *p = (int *)(word)number;
    if (!(p == &a[i]))
      reach_error();
  }
}
