// expect: safe
// run: 0 -> end 0
// run: 1, 0, 0, 1, 3, 0, 1, 1, 4, 0, 1, 1, 0, 0 -> end 0
// run: 1, 2, 5, 1, 1, 1, 1, 2, 0, 1, 0 -> end 0
// because: a driver for parallel ports keeps its locks, counts and requests in order, whatever the
// order of requests, interrupts, time-outs and cancellations
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define SUCCESS 0
#define PENDING 259
#define UNSUPPORTED (-1)
#define BUSY (-2)
#define CANCELLED (-3)
#define DELETED (-4)
#define TIMED_OUT (-5)

enum { OPEN, CLOSE, TRANSFER, CONTROL, REMOVE };
enum { PASSIVE, DISPATCH };

struct device;
struct request;
typedef int (*dispatch_routine)(struct device *, struct request *);
typedef int (*completion_routine)(struct device *, struct request *, int);

struct request {
  int major;
  int length;
  int status;
  int information;
  int is_pending;
  completion_routine completion;
};

struct device {
  struct request *current;
  int handles;
  int references;
  int port_owned;
  int removed;
  int timer_set;
  int lower_status;
};

/* What the rules remember: how the spin lock and the request stand. */
int irql = PASSIVE;
int locked = 0;
int alive = 0;     /* requests that are not completed */
int completed = 0; /* whether the one at hand is */

struct device port;
struct request packet;

void require(int rule) {
  if (!rule)
    reach_error();
}

/* ---- the kernel ---- */

int acquire_spin_lock(void) {
  int old = irql;
  require(!locked);
  locked = 1;
  irql = DISPATCH;
  return old;
}

void release_spin_lock(int old) {
  require(locked);
  locked = 0;
  irql = old;
}

void wait_for_event(void) { require(irql == PASSIVE); }

void complete_request(struct request *irp, int status) {
  require(!locked);
  require(alive == 1 && !completed);
  irp->status = status;
  alive = 0;
  completed = 1;
}

void mark_pending(struct request *irp) {
  require(!completed);
  irp->is_pending = 1;
}

void set_timer(struct device *at) {
  require(!at->timer_set);
  at->timer_set = 1;
}

void cancel_timer(struct device *at) { at->timer_set = 0; }

int call_lower_driver(struct device *at, struct request *irp) {
  int status = __VERIFIER_nondet_int() ? SUCCESS : UNSUPPORTED;
  require(!locked);
  if (irp->completion)
    status = irp->completion(at, irp, status);
  return status;
}

/* ---- reference counts ---- */

int acquire_remove_lock(struct device *at) {
  int old = acquire_spin_lock();
  if (at->removed) {
    release_spin_lock(old);
    return DELETED;
  }
  at->references++;
  release_spin_lock(old);
  return SUCCESS;
}

void release_remove_lock(struct device *at) {
  int old = acquire_spin_lock();
  require(at->references > 0);
  at->references--;
  release_spin_lock(old);
}

/* ---- the port ---- */

int allocate_port(struct device *at) {
  int status = BUSY;
  int old = acquire_spin_lock();
  if (!at->port_owned && __VERIFIER_nondet_int()) {
    at->port_owned = 1;
    status = SUCCESS;
  }
  release_spin_lock(old);
  return status;
}

void free_port(struct device *at) {
  int old = acquire_spin_lock();
  require(at->port_owned);
  at->port_owned = 0;
  release_spin_lock(old);
}

/* ---- dispatch routines ---- */

int finish(struct device *at, struct request *irp, int status) {
  irp->information = status == SUCCESS ? irp->length : 0;
  complete_request(irp, status);
  release_remove_lock(at);
  return status;
}

int open_port(struct device *at, struct request *irp) {
  int old = acquire_spin_lock();
  at->handles++;
  release_spin_lock(old);
  return finish(at, irp, SUCCESS);
}

int close_port(struct device *at, struct request *irp) {
  int old = acquire_spin_lock();
  if (at->handles > 0)
    at->handles--;
  release_spin_lock(old);
  return finish(at, irp, SUCCESS);
}

int transfer(struct device *at, struct request *irp) {
  int status;
  if (irp->length < 0)
    return finish(at, irp, UNSUPPORTED);
  status = allocate_port(at);
  if (status != SUCCESS)
    return finish(at, irp, status);
  if (irp->length == 0) {
    free_port(at);
    return finish(at, irp, SUCCESS);
  }
  mark_pending(irp);
  at->current = irp;
  set_timer(at);
  return PENDING;
}

int lower_has_finished(struct device *at, struct request *irp, int status) {
  require(!irp->is_pending);
  at->lower_status = status;
  return status;
}

int control(struct device *at, struct request *irp) {
  irp->completion = lower_has_finished;
  if (call_lower_driver(at, irp) == UNSUPPORTED)
    return finish(at, irp, UNSUPPORTED);
  wait_for_event();
  return finish(at, irp, at->lower_status);
}

int remove_device(struct device *at, struct request *irp) {
  int old = acquire_spin_lock();
  at->removed = 1;
  require(at->references == 1);
  release_spin_lock(old);
  wait_for_event();
  return finish(at, irp, SUCCESS);
}

/* ---- what comes later: an interrupt, the end of the time, a cancellation ---- */

void end_transfer(struct device *at, int status) {
  struct request *irp;
  int old = acquire_spin_lock();
  irp = at->current;
  at->current = 0;
  cancel_timer(at);
  release_spin_lock(old);
  if (irp) {
    free_port(at);
    finish(at, irp, status);
  }
}

/* ---- the environment ---- */

dispatch_routine routine_for(int major) {
  switch (major) {
  case OPEN:
    return open_port;
  case CLOSE:
    return close_port;
  case TRANSFER:
    return transfer;
  case CONTROL:
    return control;
  case REMOVE:
    return remove_device;
  }
  return 0;
}

void ask(struct device *at, struct request *irp) {
  int status;
  dispatch_routine routine;
  irp->major = __VERIFIER_nondet_int();
  irp->length = __VERIFIER_nondet_int();
  irp->is_pending = 0;
  irp->completion = 0;
  alive = 1;
  completed = 0;
  if (acquire_remove_lock(at) != SUCCESS) {
    complete_request(irp, DELETED);
    return;
  }
  routine = routine_for(irp->major);
  status = routine ? routine(at, irp) : finish(at, irp, UNSUPPORTED);
  /* Either it is completed, or it is pending. */
  require((status == PENDING) == !completed);
  require(!locked && irql == PASSIVE);
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (!port.current) {
      ask(&port, &packet);
    } else {
      int event = __VERIFIER_nondet_int();
      if (event == 1)
        end_transfer(&port, SUCCESS);
      else if (event == 2)
        end_transfer(&port, TIMED_OUT);
      else if (event == 3)
        end_transfer(&port, CANCELLED);
    }
    require(!port.current == !port.port_owned);
    require(port.references == (port.current ? 1 : 0));
  }
  return 0;
}
