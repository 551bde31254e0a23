/* The definition that the other file lacks. */
int level = 5;
