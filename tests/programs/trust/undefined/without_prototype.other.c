/* Writes through its second argument. */
int change(int n, int *p) { return *p = n; }
