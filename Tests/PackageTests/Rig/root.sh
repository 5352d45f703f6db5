#!/bin/bash
# root.sh SCRIPT SHARED MASKED... runs SCRIPT, a text, as root of a copy of this machine that is thrown away.
#
# The copy is an overlay: what is changed there lies in memory and is gone with the name space. SHARED is a folder that is
# there as /shared. Each MASKED folder is empty there: the compiler with its runtime, and the checkout, so that nothing of
# them can be what makes an installed program run. Processes that are left behind end with it.
set -euo pipefail

if [ "$(id -u)" != 0 ] && [ -z "${NAVBUS_ROOT_INSIDE:-}" ]; then
    # Root in a name space of its own; the kernel has to allow it.
    export NAVBUS_ROOT_INSIDE=1
    unshare --user --map-root-user true 2>/dev/null || {
        echo "root.sh: failed to become root in a user name space: run the tests as root, or allow it with" \
            "sysctl kernel.unprivileged_userns_clone=1" >&2
        exit 77
    }
    exec unshare --user --map-root-user bash "$0" "$@"
fi
if [ "${NAVBUS_ROOT_INSIDE:-}" != mounted ]; then
    export NAVBUS_ROOT_INSIDE=mounted
    exec unshare --mount --pid --ipc --uts --net --fork --kill-child=KILL bash "$0" "$@"
fi

script=$1 shared=$2
# A separate network as well: its ports are in use by no other program.
ip link set lo up
shift 2
memory=$(mktemp -d)
mount -t tmpfs -o size=2g tmpfs "$memory" || {
    echo "root.sh: failed to mount a file system in memory: it needs root, with CAP_SYS_ADMIN where this is a container" >&2
    exit 77
}
mkdir "$memory"/{upper,work,root,shared}
# Bound before the overlay hides where it lies.
mount --bind "$shared" "$memory/shared"
mount -t overlay overlay -o "lowerdir=/,upperdir=$memory/upper,workdir=$memory/work" "$memory/root" || {
    echo "root.sh: failed to lay an overlay over /: the kernel has to have overlayfs" >&2
    exit 77
}
root=$memory/root
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
for folder in run tmp; do mount -t tmpfs -o mode=1777 tmpfs "$root/$folder"; done
mkdir -p "$root/shared"
mount --bind "$memory/shared" "$root/shared"
# The changes of the script so far.
mkdir -p "$root/changes"
mount --bind "$memory/upper" "$root/changes"
for folder in "$@"; do
    if [ -d "$root$folder" ]; then mount -t tmpfs -o ro,mode=755 tmpfs "$root$folder"; fi
done
exec chroot "$root" /usr/bin/env -i HOME=/tmp LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    /bin/bash -euo pipefail -c "$script"
