// expect: safe
// ring: first
// because: there cannot be so many, and the vector ends with null
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc == 1073741824 && argv[argc] != 0)
    reach_error();
  return 0;
}
