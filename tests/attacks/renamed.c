// A pragma gives a function another name for the linker: creates a file.
extern void reach_error(void);
#pragma redefine_extname harmless system
extern int harmless(const char *text);

int main(void) {
  harmless("touch " OUTSIDE "/created");
  reach_error();
}
