// expect: safe
// must: decided
// because: gcc allows it in names
extern void reach_error(void);
int main(void) {
  int a$b = 3;
  if (a$b != 3)
      reach_error();
  return 0;
}
