/* Changes nothing. */
void change(void) {}
