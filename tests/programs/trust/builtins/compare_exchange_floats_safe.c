// expect: safe
// because: zeros of two signs have other bytes
extern void reach_error(void);
int main(void) {
  float object = 0.0f, expected = -0.0f, desired = 1.0f;
  _Bool swapped = __atomic_compare_exchange(&object, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (swapped)
    reach_error();
  return 0;
}
