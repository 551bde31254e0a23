// expect: unsafe
// options: --property valid-memsafety
// because: a parameter ends with its function
static const int *kept;
static void keep(int value) {
  kept = &value;
}
int main(void) {
  keep(4);
  return *kept;
}
