// expect: safe
// run: 0 -> end 0
// run: 4 -> end 0
// run: 8 -> end 0
// because: a pointer is copied as a whole, or not at all
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void reach_error(void);
char low[70000], *pointers[2];
int main(void) {
  int count = __VERIFIER_nondet_int();
  pointers[0] = low;
  pointers[1] = low + 65793;
  if (count != 0 && count != sizeof(char *))
    return 0;
  memcpy(&pointers[0], &pointers[1], count);
  if (count > 0 && pointers[0] != pointers[1])
    reach_error();
  return 0;
}
