#include <microhttpd.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

/* Swift cannot call variadic functions: each call that is needed has its form here. */

/* The options of a daemon. */
struct navbus_mhd_setup {
  int listen_socket;
  unsigned int most_connections;
  unsigned int most_connections_per_address;
  unsigned int timeout_seconds;
  size_t connection_memory_bytes;
  MHD_AccessHandlerCallback answer;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connected;
  void *closure;
  /* PEM, and the protocols and ciphers in the syntax of GnuTLS; NULL for a server without TLS. */
  const char *key;
  const char *certificates;
  const char *priorities;
};

/* Decodes a part of an address, except where a zero byte would come out: what follows it would be lost to C, and the
   address would be taken for a shorter one. */
static inline size_t navbus_mhd_unescape(void *closure, struct MHD_Connection *connection, char *text) {
  (void)closure;
  (void)connection;
  return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

/* A daemon that the caller runs through MHD_run, with epoll, on a socket that listens already. */
static inline struct MHD_Daemon *navbus_mhd_start(const struct navbus_mhd_setup *setup) {
  struct MHD_OptionItem secure[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)setup->key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)setup->certificates},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)setup->priorities},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (setup->key ? MHD_USE_TLS : 0), 0, NULL, NULL, setup->answer, setup->closure,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)setup->listen_socket,
      MHD_OPTION_CONNECTION_LIMIT, setup->most_connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, setup->most_connections_per_address,
      MHD_OPTION_CONNECTION_TIMEOUT, setup->timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->connection_memory_bytes,
      MHD_OPTION_NOTIFY_COMPLETED, setup->completed, setup->closure,
      MHD_OPTION_NOTIFY_CONNECTION, setup->connected, setup->closure,
      MHD_OPTION_UNESCAPE_CALLBACK, navbus_mhd_unescape, NULL,
      MHD_OPTION_STRICT_FOR_CLIENT, (int)1,
      MHD_OPTION_ARRAY, setup->key ? secure : plain,
      MHD_OPTION_END);
}

/* The descriptor that is readable when MHD_run has something to do; -1 if there is none. */
static inline int navbus_mhd_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? (int)info->listen_fd : -1;
}

/* The socket of a connection; -1 if there is none. */
static inline int navbus_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

/* The value that the notification about the connection has stored with it. */
static inline void *navbus_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/* The address of the client. */
static inline const struct sockaddr *navbus_mhd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/* Whether the peer has closed the connection, in order or not, even if bytes remain to be read. */
static inline _Bool navbus_is_hung_up(int descriptor) {
  /* poll.h has a name for it only where all of GNU is asked for; the number is the same. */
  const short hung_up = (short)EPOLLRDHUP;
  struct pollfd look = {.fd = descriptor, .events = hung_up, .revents = 0};
  return poll(&look, 1, 0) > 0 && (look.revents & (hung_up | POLLHUP | POLLERR | POLLNVAL));
}

/* Whether a connection has begun, and not ended. */
static inline _Bool navbus_mhd_is_begun(enum MHD_ConnectionNotificationCode what) {
  return what == MHD_CONNECTION_NOTIFY_STARTED;
}
