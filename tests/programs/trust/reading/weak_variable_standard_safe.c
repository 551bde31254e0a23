// expect: safe
// because: a weak variable that nobody defines is at address zero
extern void reach_error(void);
[[gnu::weak]] extern int x;
int main(void) {
  if (&x != 0)
    reach_error();
  return 0;
}
