#include <errno.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>

// The requests to input devices are macros of macros, and the parts of an effect a union, neither of which Swift sees.
// Each function returns the value of ioctl, or -errno: errno itself may have changed when Swift comes to look.
static inline int navbus_input_result(int result) { return result < 0 ? -errno : result; }

// A bit of what the device can do: a code of the events of one type.
static inline int navbus_input_can(int file, int type, int code) {
    unsigned char bits[KEY_MAX / 8 + 1];
    memset(bits, 0, sizeof bits);
    int result = navbus_input_result(ioctl(file, EVIOCGBIT(type, sizeof bits), bits));
    return result < 0 ? result : (bits[code / 8] >> (code % 8)) & 1;
}

// How many effects the device holds at once.
static inline int navbus_input_slots(int file) {
    int slots = 0;
    int result = navbus_input_result(ioctl(file, EVIOCGEFFECTS, &slots));
    return result < 0 ? result : slots;
}

// Its name, ended by a zero within the room.
static inline int navbus_input_name(int file, char *name, int room) {
    memset(name, 0, (size_t)room);
    return navbus_input_result(ioctl(file, EVIOCGNAME(room - 1), name));
}

// Makes the kernel keep all events of a type from this reader, who then wakes for nothing but the end of the device.
static inline int navbus_input_mute(int file, int type) {
    struct input_mask mask;
    memset(&mask, 0, sizeof mask);
    mask.type = (__u32)type;
    return navbus_input_result(ioctl(file, EVIOCSMASK, &mask));
}

// Puts a rumble into the slot, or into a free one if that is negative; returns the slot.
static inline int navbus_input_rumble(int file, int slot, int strong, int weak, int milliseconds) {
    struct ff_effect effect;
    memset(&effect, 0, sizeof effect);
    effect.type = FF_RUMBLE;
    effect.id = (__s16)slot;
    effect.replay.length = (__u16)milliseconds;
    effect.u.rumble.strong_magnitude = (__u16)strong;
    effect.u.rumble.weak_magnitude = (__u16)weak;
    int result = navbus_input_result(ioctl(file, EVIOCSFF, &effect));
    return result < 0 ? result : effect.id;
}

// Takes an effect out of the device.
static inline int navbus_input_erase(int file, int slot) {
    return navbus_input_result(ioctl(file, EVIOCRMFF, (long)slot));
}
