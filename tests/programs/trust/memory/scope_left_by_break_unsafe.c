// expect: unsafe
// options: --property valid-memsafety
// because: the break ended the object
static int *last;
static void note(int *p) { last = p; }
int main(void) {
  int seen = 0;
  for (int i = 0; i < 5; i++) {
    int inner = i;
    note(&inner);
    if (i == 2)
      break;
    seen += *last;
  }
  return *last - 2;
}
