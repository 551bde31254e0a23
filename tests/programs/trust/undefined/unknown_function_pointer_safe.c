// expect: safe
// with: unknown_hook_0.other.c
// because: nobody knows x
extern void reach_error(void);
extern void (*hook)(int);
int main(void) {
  static int x = 5;
  if (hook)
    hook(3);
  if (x != 5)
    reach_error();
  return 0;
}
