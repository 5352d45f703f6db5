#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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

/// Takes memory of this size and more from the system piece by piece, and gives it back when it is freed: none of it is
/// left over between smaller pieces that are still used.
static inline void navbus_map_memory_from(int bytes) { mallopt(M_MMAP_THRESHOLD, bytes); }

/// Makes an event descriptor that never blocks and is not inherited; -1 with errno set if there is none left.
static inline int navbus_event_descriptor(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// The process and the user at the other end of a socket of this machine; -1 if it is another socket.
static inline int navbus_peer_process(int descriptor, uint32_t *user, int32_t *process) {
  struct { int32_t process; uint32_t user, group; } peer;
  socklen_t size = sizeof peer;
  int domain = 0;
  socklen_t domain_size = sizeof domain;
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &domain_size) != 0 || domain != AF_UNIX) return -1;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *user = peer.user;
  *process = peer.process;
  return 0;
}

/// The network address at the other end of a socket, up to 16 bytes; how many, or -1.
static inline int navbus_peer_address(int descriptor, uint8_t *bytes) {
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  if (getpeername(descriptor, (struct sockaddr *)&peer, &size) != 0) return -1;
  if (peer.ss_family == AF_INET) {
    memcpy(bytes, &((struct sockaddr_in *)&peer)->sin_addr, 4);
    return 4;
  }
  if (peer.ss_family != AF_INET6) return -1;
  memcpy(bytes, &((struct sockaddr_in6 *)&peer)->sin6_addr, 16);
  return 16;
}

/// Bytes that wait to be read at a socket; -1 if it is none.
static inline int navbus_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

/// Bytes that were received over a TCP connection; -1 if it is none. The kernel's tcp_info has them at a fixed place,
/// which the C library's declaration lacks.
static inline int navbus_received_bytes(int descriptor, uint64_t *count) {
  uint8_t info[136];
  socklen_t size = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, info, &size) != 0 || size < sizeof info) return -1;
  memcpy(count, info + 128, sizeof *count);
  return 0;
}
