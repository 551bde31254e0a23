int total;
int look(int x) { return x + total; }
