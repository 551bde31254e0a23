/* Does nothing. */
void other(void) {}
