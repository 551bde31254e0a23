/* The definition that counts. */
int g = 3;
