// expect: safe
// must: decided
// because: the program defines its own strcmp, as the library has it
extern void reach_error(void);
int strcmp(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return *(const unsigned char *)a - *(const unsigned char *)b;
}
int main(void) {
  if (strcmp("ab", "ab") != 0)
      reach_error();
  return 0;
}
