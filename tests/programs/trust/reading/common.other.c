/* The definition. */
int level = 4;
