// expect: unsafe
// with: extern_number.other.c
// because: a number of another file may be an address
extern void reach_error(void);
extern long number;
int shared;
int main(void) {
  shared = 1;
  *(int *)number = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
