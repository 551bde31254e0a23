// expect: safe
// because: a pointer from outside is itself after it was bytes
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  union {
    char *whole;
    unsigned char parts[sizeof(char *)];
  } at;
  char *given = __VERIFIER_nondet_pointer();
  at.whole = given;
  at.parts[0] ^= 1;
  at.parts[0] ^= 1;
  if (at.whole != given)
    reach_error();
}
