// expect: safe
// because: the function runs after main
extern void reach_error(void);
static int failing;
static void late(void) {
  if (failing)
    reach_error();
}
__attribute__((section(".fini_array"), used)) static void (*const hook)(void) = late;
int main(void) {
  failing = 0;
  return 0;
}
