// expect: unsafe
// because: gnu17 has no trigraphs
extern void reach_error(void);
int main(void) {
  if (sizeof("?" "?=") == 4 && sizeof("" "??=") == 4)
      reach_error();
  return 0;
}
