// expect: unsafe
// with: unknown_hook_1.other.c
// because: the hook is set by another file
extern void reach_error(void);
extern void (*hook)(int *);
static int shared = 5;
int main(void) {
  if (hook)
    hook(&shared);
  if (shared != 5)
    reach_error();
  return 0;
}
