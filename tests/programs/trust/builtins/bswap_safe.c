// expect: safe
// must: decided
// because: bytes exchanged
extern void reach_error(void);
int main(void) {
  if (!(__builtin_bswap32(0x01020304u) == 0x04030201u && __builtin_bswap16(0x0102) == 0x0201))
      reach_error();
  return 0;
}
