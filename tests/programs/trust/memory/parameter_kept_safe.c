// expect: safe
// options: --property valid-memsafety
// because: forgotten before the return
static const int *kept;
static void keep(int value) {
  kept = &value;
  kept = *kept == 4 ? 0 : kept;
}
int main(void) {
  keep(4);
  return kept != 0;
}
