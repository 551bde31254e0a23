// expect: safe
// ring: first
// because: in front of the end the arguments are strings
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 0 && argv[0] == 0)
    reach_error();
  return 0;
}
