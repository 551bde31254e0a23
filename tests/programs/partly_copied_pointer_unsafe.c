// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: of a pointer only some bytes are copied
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void reach_error(void);
char low[70000], *pointers[2];
int main(void) {
  int count = __VERIFIER_nondet_int();
  pointers[0] = low;
  pointers[1] = low + 65793;
  if (count < 0 || count > 3)
    return 0;
  memcpy(&pointers[0], &pointers[1], count);
  if (count > 0 && pointers[0] != pointers[1])
    reach_error();
  return 0;
}
