/* The definition that the other file lacks. */
const int limit = 5;
