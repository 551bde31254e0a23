// expect: safe
// must: decided
// because: exit ends the program
extern void reach_error(void);
extern void exit(int);
int main(void) {
  exit(3);
  reach_error();
  return 0;
}
