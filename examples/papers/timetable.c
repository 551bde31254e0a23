// Which platform a train leaves from is looked up in two steps, before and after announcements that
// change neither table: a read at what was read, which is in L(2).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int train_at[24], platform_of[24];

int main(void)
{
    int hour = __VERIFIER_nondet_int();
    int announced = 0, platform;

    if (hour < 0 || hour >= 24 || train_at[hour] < 0 || train_at[hour] >= 24)
        return 0;
    platform = platform_of[train_at[hour]];
    while (__VERIFIER_nondet_int())
        announced = announced < 3 ? announced + 1 : 0;
    if (platform_of[train_at[hour]] != platform)
        reach_error();
    return 0;
}

// verify: TRUE
