/* Writes in front of the place it is given, in the same array. */
void change(int *p) { p[-2] = 6; }
