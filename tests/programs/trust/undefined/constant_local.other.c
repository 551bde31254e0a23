/* What is not const may be written. */
void look(const int *pointer) { *(int *)pointer = 2; }
