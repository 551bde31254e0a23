// expect: unsafe
// run: 3 -> end 0
// run: -3 -> error
// because: the program's own abs() is called, not the compiler's
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int abs(int x) { return x < 0 ? 7 : x; }
unsigned strlen(const char *text) { return 42; }
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size) {
  *(unsigned char *)to = 9;
  return to;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), from = 1, to = 2;
  memcpy(&to, &from, sizeof to);
  if (x == -3 && abs(-3) == 7 && strlen("abc") == 42 && to == 9) reach_error();
  return 0;
}
