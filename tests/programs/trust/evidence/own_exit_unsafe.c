// expect: unsafe
// must: decided
// because: the program's finish returns
extern void reach_error(void);
void finish(int n) {}
int main(void) {
  finish(3);
  reach_error();
  return 0;
}
