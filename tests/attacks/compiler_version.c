// Only a compiler that is not clang sees the call: creates a file.
extern void reach_error(void);
#if __GNUC__ > 4
extern int creat(const char *path, unsigned mode);
#else
static int creat(const char *path, unsigned mode) { return 0; }
#endif

int main(void) {
  creat(OUTSIDE "/created", 0600);
  reach_error();
}
