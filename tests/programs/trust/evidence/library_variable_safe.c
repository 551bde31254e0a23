// expect: safe
// because: getopt starts with the first argument
extern void reach_error(void);
extern int optind;
int main(void) {
  if (optind != 1)
    reach_error();
  return 0;
}
