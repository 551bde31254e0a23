/* Writes and returns a number. */
int sum(int *p, int n) { return *p += n; }
