// A function of another name is a shell: creates a file.
extern void reach_error(void);
extern int harmless(const char *text) __asm__("system");

int main(void) {
  harmless("touch " OUTSIDE "/created");
  reach_error();
}
