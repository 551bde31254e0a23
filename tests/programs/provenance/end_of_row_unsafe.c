// expect: unsafe
// because: the end of the last row is not the start of the first
extern void reach_error(void);
int m[2][3];
int main(void) {
  int *end = m[1] + 3, *start = m[0];
  if (!(end == start))
    reach_error();
}
