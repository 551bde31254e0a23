/* What may be const is not written. */
void look(const int *pointer) { (void)pointer; }
