// expect: unsafe
// ring: first
// because: there is never a negative number of arguments
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc == 1)
    reach_error();
  return 0;
}
