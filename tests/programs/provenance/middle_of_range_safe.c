// expect: safe
// because: half of a distance inside an array is inside it
extern void reach_error(void);
int a[8];
int main(void) {
  int *low = a, *high = a + 8;
  int *middle = low + (high - low) / 2;
  if (!(middle == &a[4]))
    reach_error();
}
