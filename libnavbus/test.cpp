// A control in C++ that includes only <navbus.h>: prints each cue once.
#include "navbus.h"

#include <string>

namespace {

struct Printer {
    bool is_loud = false;
};

void start(void *self, struct navbus *navbus) {
    static_cast<Printer *>(self)->is_loud = navbus_setting_bool(navbus, "loud", false);
}

void on_navigation(void *self, struct navbus *navbus, const struct navbus_guidance *guidance) {
    if (!guidance->has_current_step || !navbus_is_due(navbus, guidance)) return;
    const navbus_bytes &road = guidance->current_step.simple_road_name;
    std::string line(reinterpret_cast<const char *>(road.data), road.size);
    if (static_cast<Printer *>(self)->is_loud) line += '!';
    if (navbus_print(navbus, line.c_str())) navbus_rendered(navbus, &guidance->cue);
}

} // namespace

int main(int count, char **words) {
    Printer printer;
    navbus_control control = {};
    control.id = "printer";
    control.version = navbus_version();
    control.start = start;
    control.on_navigation = on_navigation;
    return navbus_run(count, words, &control, &printer);
}
