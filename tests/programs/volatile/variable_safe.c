// expect: safe
// because: only flag is volatile
extern void reach_error(void);
volatile int flag;
int plain;
int main(void) {
  plain = 1;
  flag = 1;
  if (plain != 1)
    reach_error();
  return 0;
}
