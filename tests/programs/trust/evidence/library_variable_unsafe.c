// expect: unsafe
// must: decided
// because: getopt starts with the first argument
extern void reach_error(void);
extern int optind;
int main(void) {
  if (optind != 2)
    reach_error();
  return 0;
}
