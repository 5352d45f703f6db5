#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zmq.h>

/* Things of the C library that Swift's module of it leaves out. */

/// The kernel's number of the calling thread.
static inline int navbus_thread_number(void) { return (int)syscall(SYS_gettid); }

/// Names the calling thread, at most 15 bytes, for debuggers.
static inline void navbus_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

/// Gives the pages of freed memory back to the system.
static inline void navbus_return_free_memory(void) { malloc_trim(0); }

/// Makes an event descriptor that never blocks and is not inherited; -1 with errno set if there is none left.
static inline int navbus_event_descriptor(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
