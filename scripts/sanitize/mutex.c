// Tells the thread sanitizer of the locks that Swift's Synchronization.Mutex takes.
//
// The quick way of a Mutex is compiled into the code that uses it, where the sanitizer sees its atomic operations. The
// way that waits for another thread lies in libswiftSynchronization, which is not compiled for the sanitizer: a lock
// taken or given back there goes unseen, and whatever it protects is reported as a race. Linked into the program by
// scripts/sanitize.sh, these functions take its place, call it, and say what happened: nothing is suppressed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

// There only in a program that is built with the sanitizer.
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lockSlow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool tryLockSlow(SELF) __asm__(TRY_LOCK);
SWIFT void unlockSlow(SELF) __asm__(UNLOCK);

// The word of the lock is where the compiled part takes it and gives it back, so it is done there as well.
static void acquired(void *handle) {
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void lockSlow(uint32_t thread, SELF) {
    static SWIFT void (*real)(uint32_t, SELF);
    if (!real) real = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
    real(thread, handle);
    acquired(handle);
}

SWIFT bool tryLockSlow(SELF) {
    static SWIFT bool (*real)(SELF);
    if (!real) real = (SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK);
    bool isLocked = real(handle);
    if (isLocked) acquired(handle);
    return isLocked;
}

SWIFT void unlockSlow(SELF) {
    static SWIFT void (*real)(SELF);
    if (!real) real = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(handle);
    real(handle);
}
