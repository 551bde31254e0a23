/* A handle that leads nowhere. */
static int place;
void *make(void) { return &place; }
void use(void *h) { *(int *)h = 6; }
