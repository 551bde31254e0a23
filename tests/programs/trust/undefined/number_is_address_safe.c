// expect: safe
// with: number_is_address.other.c
// because: no other file knows the variable
extern void reach_error(void);
extern void tell(long *number);
int shared;
int main(void) {
  int own = 1;
  long number;
  tell(&number);
  shared = 1;
  *(int *)number = 2;
  if (own != 1)
    reach_error();
  return 0;
}
