// Decides which sockets in the file system are trusted as a bus: those of this user, root and NAVBUS_TRUSTED_USER.
#ifndef TRUST_H
#define TRUST_H

#include <stdbool.h>
#include <stddef.h>

enum trust { TRUST_ABSENT, TRUST_GIVEN, TRUST_REFUSED };

// Checks the socket at an absolute path, its folder, and the user of the listening process. Writes the reason of a
// refusal to `problem`.
//
// In a folder that only trusted users can write, no other user can create a socket. This also covers libzmq, which
// reconnects to the same path after each restart of the bus without notice.
// `is_own` tells whether the listening process is of this user.
enum trust trust_socket(const char *path, char *problem, size_t size, bool *is_own);

#endif
