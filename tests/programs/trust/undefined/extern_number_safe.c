// expect: safe
// with: extern_number.other.c
// because: no other file knows the variable
extern void reach_error(void);
extern long number;
int shared;
int main(void) {
  int own = 1;
  shared = 1;
  *(int *)number = 2;
  if (own != 1)
    reach_error();
  return 0;
}
