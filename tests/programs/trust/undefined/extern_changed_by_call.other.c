/* Changes its own variable. */
int level = 5;
void step(void) { level++; }
