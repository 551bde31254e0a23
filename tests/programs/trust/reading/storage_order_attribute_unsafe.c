// expect: unsafe
// ring: first
// because: the number is stored with its highest byte in front
extern void reach_error(void);
struct __attribute__((scalar_storage_order("big-endian"))) big {
  int n;
};
int main(void) {
  struct big b = {1};
  unsigned char *p = (unsigned char *)&b;
  if (p[3] == 1 && p[0] == 0)
      reach_error();
  return 0;
}
