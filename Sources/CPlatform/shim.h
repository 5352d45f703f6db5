#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Functions of the C library and the kernel that Swift's module of glibc does not contain. */

/// The kernel's number of the calling thread.
static inline int navbus_thread_number(void) { return (int)syscall(SYS_gettid); }

/// Names the calling thread for debuggers, with at most 15 bytes.
static inline void navbus_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

/// Returns the pages of freed memory to the system.
static inline void navbus_return_free_memory(void) { malloc_trim(0); }

/// Takes memory of this size and more from the system in pieces of its own, which are returned when they are freed.
static inline void navbus_map_memory_from(int bytes) { mallopt(M_MMAP_THRESHOLD, bytes); }

/// Makes an event descriptor that never blocks and is not inherited; -1 with errno set if the process has no descriptor left.
static inline int navbus_event_descriptor(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// Makes this process the parent of every descendant that loses its own; 0 if the kernel has done so.
static inline int navbus_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
