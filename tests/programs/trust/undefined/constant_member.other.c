/* What is const is not written. */
struct pair { const int fixed; int free; };
void look(struct pair *pair) { pair->free = 2; }
