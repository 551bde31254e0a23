// expect: unsafe
// must: decided
// because: packed without padding
extern void reach_error(void);
#pragma pack(push, 1)
struct tight {
  char c;
  int n;
};
#pragma pack(pop)
int main(void) {
  if (sizeof(struct tight) == 5)
      reach_error();
  return 0;
}
