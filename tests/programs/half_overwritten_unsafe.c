// expect: unsafe
// run: 43707 -> end 0
// run: 5 -> error
// because: the upper half is written over with an input
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
struct record {
  unsigned before;
  unsigned number;
  unsigned after;
};
int main(void) {
  struct record record = {1, 0xaabbccddu, 3};
  unsigned short half = (unsigned short)__VERIFIER_nondet_int();
  memcpy((char *)&record.number + 2, &half, sizeof half);
  if (record.number >> 24 != 0xaau || record.before != 1)
    reach_error();
  memset(&record.number, 0x11, sizeof record.number);
  if (record.number != 0x11111111u || record.after != 3)
    reach_error();
  return 0;
}
