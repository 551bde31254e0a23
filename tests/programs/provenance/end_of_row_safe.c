// expect: safe
// because: the end of a row is the start of the next one
extern void reach_error(void);
int m[2][3];
int main(void) {
  int *end = m[0] + 3, *start = m[1];
  if (!(end == start))
    reach_error();
}
