// expect: safe
// run: -> end 0
// because: the array of arguments ends with null, and a program has a name
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 1 || argv[argc] || !argv[0])
    reach_error();
  return 0;
}
