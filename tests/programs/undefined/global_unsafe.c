// expect: unsafe
// because: another file may change a global
extern void reach_error(void);
extern void log_message(const char *);
int level = 4;
int main(void) {
  log_message("started");
  if (level == 40)
    reach_error();
  return 0;
}
