/* Calls back with 7. */
void each(void (*f)(int)) { f(7); }
