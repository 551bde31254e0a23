// expect: safe
// must: decided
// because: locals may have any name
extern void reach_error(void);
int main(void) {
  int printf = 3, malloc = 4;
  if (printf + malloc != 7)
      reach_error();
  return 0;
}
