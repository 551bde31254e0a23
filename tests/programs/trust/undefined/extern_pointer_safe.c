// expect: safe
// with: extern_pointer_apart.other.c
// because: no other file knows the address of a static variable
extern void reach_error(void);
extern int *elsewhere;
static int shared;
int main(void) {
  shared = 1;
  *elsewhere = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
