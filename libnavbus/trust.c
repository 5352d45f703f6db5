#define _GNU_SOURCE // struct ucred
#include "trust.h"

#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

struct question {
    char *problem;
    size_t size;
    bool has_friend;
    uid_t friend;
};

static enum trust refuse(const struct question *question, const char *path, const char *reason) {
    snprintf(question->problem, question->size, "%s: %s; nothing was sent", path, reason);
    return TRUST_REFUSED;
}

static bool is_believed(const struct question *question, uid_t user) {
    return user == geteuid() || user == 0 || (question->has_friend && user == question->friend);
}

static enum trust refuse_user(const struct question *question, const char *path, const char *what, uid_t user) {
    char reason[160];
    snprintf(
        reason, sizeof reason,
        "%s the user with number %u, who is neither you nor root; if you trust that user, set NAVBUS_TRUSTED_USER", what,
        (unsigned)user);
    return refuse(question, path, reason);
}

// The other user whose bus is trusted. False if there is no such user.
static bool find_friend(struct question *question) {
    const char *name = getenv("NAVBUS_TRUSTED_USER");
    if (!name || !*name) return true;
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    const struct passwd *user = *end ? getpwnam(name) : NULL;
    if (*end && !user) return false;
    question->friend = user ? user->pw_uid : (uid_t)number;
    return question->has_friend = true;
}

// A missing path is not an error: a bus may start later.
static enum trust look(const struct question *question, const char *path, struct stat *status) {
    if (lstat(path, status) == 0) return TRUST_GIVEN;
    return errno == ENOENT ? TRUST_ABSENT : refuse(question, path, strerror(errno));
}

// A user who can write into a folder can rename its entries, unless its sticky bit is set.
static enum trust check_passage(const struct question *question, const char *path, struct stat *status) {
    enum trust trust = look(question, path, status);
    if (trust != TRUST_GIVEN) return trust;
    if (!is_believed(question, status->st_uid)) return refuse_user(question, path, "it belongs to", status->st_uid);
    if (S_ISDIR(status->st_mode) && (status->st_mode & 022) && !(status->st_mode & S_ISVTX))
        return refuse(question, path, "other users can write into it; remove that permission (chmod go-w)");
    return TRUST_GIVEN;
}

// Checks each parent folder of a path, through links: the links themselves, and the real paths of their targets.
static enum trust check_above(const struct question *question, const char *folder, bool follows) {
    char part[PATH_MAX], real[PATH_MAX];
    struct stat status;
    bool has_link = false;
    enum trust trust = check_passage(question, "/", &status);
    for (const char *slash = strchr(folder + 1, '/'); slash && trust == TRUST_GIVEN; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - folder), folder);
        trust = check_passage(question, part, &status);
        has_link = has_link || (trust == TRUST_GIVEN && S_ISLNK(status.st_mode));
    }
    if (trust != TRUST_GIVEN || !has_link) return trust;
    // A chain of links may lead through folders that other users can write: only one link is followed.
    if (!follows || !realpath(folder, real)) return refuse(question, folder, "it is reached by links; name its real path");
    return check_above(question, real, false);
}

static enum trust check_folder(const struct question *question, const char *path) {
    struct stat status;
    enum trust trust = check_above(question, path, true);
    if (trust == TRUST_GIVEN) trust = look(question, path, &status);
    if (trust != TRUST_GIVEN) return trust;
    if (S_ISLNK(status.st_mode)) return refuse(question, path, "it is a link; name the path it leads to");
    if (!S_ISDIR(status.st_mode)) return refuse(question, path, "it is not a folder");
    if (!is_believed(question, status.st_uid)) return refuse_user(question, path, "it belongs to", status.st_uid);
    if (status.st_mode & 022)
        return refuse(question, path, "other users can write into it; remove that permission (chmod go-w)");
    return TRUST_GIVEN;
}

// The kernel knows the user of the listening process, which may differ from the owner of the file.
static enum trust check_listener(const struct question *question, const char *path, bool *is_own) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (strlen(path) >= sizeof address.sun_path) return refuse(question, path, "it is too long for a socket");
    strcpy(address.sun_path, path);
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (probe < 0) return TRUST_ABSENT;
    bool is_there = connect(probe, (struct sockaddr *)&address, sizeof address) == 0;
    int reason = errno;
    bool is_known = is_there && getsockopt(probe, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
    close(probe);
    if (!is_there && reason == EACCES) return refuse(question, path, "this user has no access");
    if (!is_known) return TRUST_ABSENT;
    *is_own = peer.uid == geteuid();
    return is_believed(question, peer.uid) ? TRUST_GIVEN : refuse_user(question, path, "there listens", peer.uid);
}

enum trust trust_socket(const char *path, char *problem, size_t size, bool *is_own) {
    struct question question = {.problem = problem, .size = size};
    char folder[PATH_MAX];
    struct stat status;
    if (!find_friend(&question)) return refuse(&question, path, "NAVBUS_TRUSTED_USER names no user");
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    enum trust trust = check_folder(&question, folder);
    if (trust == TRUST_GIVEN) trust = look(&question, path, &status);
    if (trust != TRUST_GIVEN) return trust;
    if (S_ISLNK(status.st_mode)) return refuse(&question, path, "it is a link; name the path it leads to");
    if (!S_ISSOCK(status.st_mode)) return refuse(&question, path, "it is not a socket; remove it");
    if (!is_believed(&question, status.st_uid)) return refuse_user(&question, path, "it belongs to", status.st_uid);
    return check_listener(&question, path, is_own);
}
