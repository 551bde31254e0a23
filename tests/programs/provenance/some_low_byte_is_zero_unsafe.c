// expect: unsafe
// because: of 256 addresses in a row one has a low byte of zero
extern void reach_error(void);
typedef unsigned long word;
char a[256];
int main(void) {
  for (int i = 0; i < 256; i++)
    if (!((unsigned char)(word)&a[i] != 0))
      reach_error();
}
