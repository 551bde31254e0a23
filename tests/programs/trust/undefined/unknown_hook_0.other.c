/* No hook is set. */
void (*hook)(int);
