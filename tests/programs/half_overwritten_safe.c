// expect: safe
// run: 0 -> end 0
// run: 255 -> end 0
// because: only the lower half of the number is written over, and the upper one stays
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
  memcpy((char *)&record.number + 0, &half, sizeof half);
  if (record.number >> 24 != 0xaau || record.before != 1)
    reach_error();
  memset(&record.number, 0x11, sizeof record.number);
  if (record.number != 0x11111111u || record.after != 3)
    reach_error();
  return 0;
}
