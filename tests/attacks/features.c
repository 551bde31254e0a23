// Only a compiler without __has_feature sees the call: creates a file.
extern void reach_error(void);
#ifdef __has_feature
static int creat(const char *path, unsigned mode) { return 0; }
#else
extern int creat(const char *path, unsigned mode);
#endif

int main(void) {
  creat(OUTSIDE "/created", 0600);
  reach_error();
}
