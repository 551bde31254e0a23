// expect: unsafe
// run: -> error
// because: a program may be given no argument
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc == 1 && !argv[1])
    reach_error();
  return 0;
}
