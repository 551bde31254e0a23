// expect: unsafe
// ring: first
// because: there are fewer
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 1073741824)
    reach_error();
  return 0;
}
