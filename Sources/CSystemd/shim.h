#include <systemd/sd-bus.h>

// The kinds of messages are nameless enumerations there, which Swift sees as other numbers than the functions take.
static inline int navbus_bus_is_signal(sd_bus_message *message) {
    uint8_t type = 0;
    return sd_bus_message_get_type(message, &type) >= 0 && type == SD_BUS_MESSAGE_SIGNAL;
}
