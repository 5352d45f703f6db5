#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <malloc.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
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

/// Makes a pipe of which no child inherits an end; -1 with errno set if the process has no descriptor left.
static inline int navbus_pipe(int ends[2]) { return syscall(SYS_pipe2, ends, O_CLOEXEC); }

/// Makes this process the parent of every descendant that loses its own; 0 if the kernel has done so.
static inline int navbus_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/// F_ADD_SEALS with F_SEAL_SEAL, F_SEAL_SHRINK and F_SEAL_GROW, which the headers define for GNU programs only.
enum { navbus_add_seals = 1024 + 9, navbus_seal_size = 1 | 2 | 4 };

/// Memory of this size without a name, which no process can shorten or lengthen; -1 with errno set if there is none.
static inline int navbus_sealed_memory(const char *name, long bytes) {
    int descriptor = (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, bytes) == 0
        && fcntl(descriptor, navbus_add_seals, navbus_seal_size) == 0) return descriptor;
    int code = errno;
    close(descriptor);
    errno = code;
    return -1;
}

/// A socket for packets that connects to a path, or binds to it, and never waits; -1 with errno set on an error.
static inline int navbus_packet_socket(const char *path, int connects) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    const struct sockaddr *name = (const struct sockaddr *)&address;
    if ((connects ? connect(descriptor, name, sizeof address) : bind(descriptor, name, sizeof address)) == 0)
        return descriptor;
    int code = errno;
    close(descriptor);
    errno = code;
    return -1;
}

/// The next connection of a socket that listens, which never waits; -1 with errno set if there is none.
static inline int navbus_accept(int socket) {
    return (int)syscall(SYS_accept4, socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

/// Sends a packet, with a descriptor unless it is negative, and never waits; -1 with errno set on an error.
static inline long navbus_send_packet(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec part = {(void *)bytes, count};
    union { struct cmsghdr head; char bytes[CMSG_SPACE(sizeof(int))]; } control;
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        control.head.cmsg_level = SOL_SOCKET;
        control.head.cmsg_type = SCM_RIGHTS;
        control.head.cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(&control.head), &descriptor, sizeof descriptor);
    }
    return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/// Receives a packet and never waits; its descriptor, or -1. Returns the bytes of the packet, 0 at the end of the connection,
/// and -1 with errno set on an error.
static inline long navbus_receive_packet(int socket, void *bytes, size_t capacity, int *descriptor) {
    struct iovec part = {bytes, capacity};
    union { struct cmsghdr head; char bytes[CMSG_SPACE(sizeof(int))]; } control;
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    *descriptor = -1;
    long count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count < 0) return count;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS
        && head->cmsg_len == CMSG_LEN(sizeof(int))) memcpy(descriptor, CMSG_DATA(head), sizeof(int));
    return count;
}
