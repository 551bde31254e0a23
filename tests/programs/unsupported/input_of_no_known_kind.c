// refused: 4: __VERIFIER_nondet_text
char *__VERIFIER_nondet_text(int);
int main(void) {
  char *p = __VERIFIER_nondet_text(4);
  return *p;
}
