// expect: unsafe
// truth: -O0 only
// because: the bytes that are not set are those of another pointer
extern void reach_error(void);
typedef unsigned long word;
static void before(void) { word volatile a = ~(word)0, b = ~(word)0, c = ~(word)0; (void)a; (void)b; (void)c; }
static void use(void) {
  union { int *pointer; unsigned char bytes[sizeof(int *)]; } u, v;
  u.bytes[0] = v.bytes[0] = 0;
  if (!(u.pointer == 0 && v.pointer == 0))
    reach_error();
}
int main(void) {
  before();
  use();
}
