// expect: unsafe
// must: decided
// because: the next line belongs to the comment
extern void reach_error(void);
int main(void) {
  int x = 5; // a comment that goes on \
  x = 6;
  if (x == 5)
      reach_error();
  return 0;
}
