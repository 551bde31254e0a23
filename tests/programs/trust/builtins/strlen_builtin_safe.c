// expect: safe
// because: as the library has it
extern void reach_error(void);
int main(void) {
  char t[] = "abc";
  if (!(__builtin_strlen(t) == 3 && __builtin_memcmp(t, "abd", 3) < 0))
      reach_error();
  return 0;
}
