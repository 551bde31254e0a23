// expect: safe
// because: arguments are evaluated from right to left, so g is read before the call
extern void reach_error(void);
extern void touch(void);
int g = 1;
static int second(int a, int b) {
  return a + b;
}
int main(void) {
  g = 1;
  if (second((touch(), 0), g) != 1)
    reach_error();
  return 0;
}
