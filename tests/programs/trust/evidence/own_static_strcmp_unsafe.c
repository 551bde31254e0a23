// expect: unsafe
// truth: -fno-builtin
// because: the program defines its own strcmp
extern void reach_error(void);
static int strcmp(const char *a, const char *b) { return 3; }
int main(void) {
  if (strcmp("a", "a") == 3)
      reach_error();
  return 0;
}
