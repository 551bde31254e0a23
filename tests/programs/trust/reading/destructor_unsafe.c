// expect: unsafe
// ring: first
// because: the function runs after main
extern void reach_error(void);
static int failing;
__attribute__((destructor)) static void late(void) {
  if (failing)
    reach_error();
}
int main(void) {
  failing = 1;
  return 0;
}
