#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zmq.h>

/* Functions on sockets that Swift's module of glibc does not contain. */

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
