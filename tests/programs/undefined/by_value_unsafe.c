// expect: unsafe
// undecided: the change lies behind what an execution can choose
// because: the copy points to b
extern void reach_error(void);
struct range { int *from, *to; };
extern void scan(struct range);
int main(void) {
  int a = 1, b = 2;
  struct range r = {&a, &b};
  scan(r);
  if (b != 2)
    reach_error();
  return 0;
}
