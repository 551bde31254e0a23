// expect: safe
// because: a section is only a place
extern void reach_error(void);
static int x __attribute__((section(".data.of_the_test"))) = 5;
int main(void) {
  x = 6;
  if (x != 6)
      reach_error();
  return 0;
}
