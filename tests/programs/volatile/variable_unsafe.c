// expect: unsafe
// because: another agent may set flag
extern void reach_error(void);
volatile int flag;
int plain;
int main(void) {
  flag = 1;
  if (flag == 7)
    reach_error();
  return 0;
}
