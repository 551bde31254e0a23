// expect: unsafe
// undecided: an execution does not follow a pointer to an unknown function
// because: hook may point to a function that stores 2
extern void reach_error(void);
extern void (*hook)(int *);
int main(void) {
  int x = 1;
  hook(&x);
  if (x == 2)
    reach_error();
  return 0;
}
