// expect: safe
// must: decided
// with: declared_pure.other.c
// because: the program promises that look changes nothing
extern void reach_error(void);
extern int look(int) __attribute__((pure));
int state;
int main(void) {
  state = 1;
  int seen = look(5);
  if (state != 1)
    reach_error();
  return seen == 7;
}
