// expect: safe
// with: zone_changes.other.c
// because: tzset changes the variable
extern void reach_error(void);
extern long timezone;
extern void tzset(void);
extern void prepare(void);
int main(void) {
  prepare();
  long zone = timezone;
  tzset();
  if (zone == timezone + 1)
    reach_error();
  return 0;
}
