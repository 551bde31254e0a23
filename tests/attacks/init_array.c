// A function that runs before main because of where its address lies: creates a file.
extern void reach_error(void);
extern int creat(const char *path, unsigned mode);

static void before(void) { creat(OUTSIDE "/created", 0600); }
__attribute__((section(".init_array"), used)) static void (*const first)(void) = before;

int main(void) { reach_error(); }
