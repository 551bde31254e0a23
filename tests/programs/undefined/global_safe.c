// expect: safe
// because: another file cannot name a static variable
extern void reach_error(void);
extern void log_message(const char *);
static int level = 4;
int main(void) {
  log_message("started");
  if (level != 4)
    reach_error();
  return 0;
}
