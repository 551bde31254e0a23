// expect: unsafe
// undecided: a pointer to a variable is no input
// because: find may return the address of shared
extern void reach_error(void);
extern int *find(void);
int shared = 1;
int main(void) {
  int *p = find();
  shared = 1;
  if (p)
    *p = 2;
  if (shared == 2)
    reach_error();
  return 0;
}
