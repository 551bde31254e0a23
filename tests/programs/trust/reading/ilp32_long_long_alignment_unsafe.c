// expect: unsafe
// must: decided
// options: --data-model ILP32
// because: in a structure long long is aligned to 4 bytes there
extern void reach_error(void);
struct pair {
  char c;
  long long n;
};
int main(void) {
  if (sizeof(struct pair) == 12)
      reach_error();
  return 0;
}
