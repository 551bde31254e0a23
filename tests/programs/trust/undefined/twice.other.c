/* Another number each time. */
int next(void) {
  static int n;
  return n++;
}
