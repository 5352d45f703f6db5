// Which sockets of the file system are believed to be a bus: those of this user, of root, and of NAVBUS_TRUSTED_USER.
#ifndef TRUST_H
#define TRUST_H

#include <stddef.h>

enum trust { TRUST_ABSENT, TRUST_GIVEN, TRUST_REFUSED };

// Looks at the socket at an absolute path, at its folder, and at who listens there. Why it is refused is written to
// `problem`.
//
// A folder that only believed users may write into holds no socket of anybody else. That also covers what libzmq does by
// itself: it connects again to the same path whenever the bus restarts, and tells nobody.
enum trust trust_socket(const char *path, char *problem, size_t size);

#endif
