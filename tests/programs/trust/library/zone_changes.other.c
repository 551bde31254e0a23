extern int setenv(const char *, const char *, int);
void prepare(void) { setenv("TZ", "XYZ5", 1); }
