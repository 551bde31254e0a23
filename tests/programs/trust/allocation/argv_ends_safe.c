// expect: safe
// ring: first
// because: the vector of arguments ends with null
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argv[argc] != 0)
      reach_error();
  return 0;
}
