// expect: unsafe
// because: the middle is not the end
extern void reach_error(void);
int a[8];
int main(void) {
  int *low = a, *high = a + 8;
  int *middle = low + (high - low) / 2;
  if (!(middle == high))
    reach_error();
}
