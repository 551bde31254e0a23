// expect: unsafe
// with: extern_pointer.other.c
// because: a pointer of another file may lead to a global of this one
extern void reach_error(void);
extern int *elsewhere;
int shared;
int main(void) {
  shared = 1;
  *elsewhere = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
