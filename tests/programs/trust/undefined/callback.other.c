/* Calls back twice. */
void each(void (*f)(void)) {
  f();
  f();
}
