// expect: safe
// with: extern_named_as_in_library.other.c
// because: what is written is what was there
extern void reach_error(void);
extern int *optarg;
int shared;
int main(void) {
  shared = 1;
  if (optarg)
    *optarg = 1;
  if (shared != 1)
    reach_error();
  return 0;
}
