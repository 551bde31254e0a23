// expect: unsafe
// with: number_is_address.other.c
// because: a number that another file tells may be an address
extern void reach_error(void);
extern void tell(long *number);
int shared;
int main(void) {
  long number;
  tell(&number);
  shared = 1;
  *(int *)number = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
