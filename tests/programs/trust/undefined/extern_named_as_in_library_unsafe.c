// expect: unsafe
// with: extern_named_as_in_library.other.c
// because: the pointer of another file leads to the object
extern void reach_error(void);
extern int *optarg;
int shared;
int main(void) {
  shared = 1;
  if (optarg)
    *optarg = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
