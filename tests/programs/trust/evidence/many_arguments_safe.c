// expect: safe
// ring: first
// because: never both
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 100000000 && argc < 0)
    reach_error();
  return 0;
}
