// expect: safe
// because: gcc gives it no bytes
extern void reach_error(void);
struct nothing {};
int main(void) {
  if (sizeof(struct nothing) != 0)
      reach_error();
  return 0;
}
