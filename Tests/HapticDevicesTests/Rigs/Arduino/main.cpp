// Runs a sketch: wristband PORT creates the port, prints each change of a pin as "pin value", and reads "1" and "0"
// from standard input for the pressed and the released button. It ends with its input.
#include "Arduino.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

void setup();
void loop();

SerialPort Serial;
static int port = -1;
static bool isHeld = false;
static int values[32];

unsigned long millis() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

void pinMode(uint8_t, uint8_t) {}

void analogWrite(uint8_t pin, int value) {
    if (pin >= 32 || values[pin] == value) return;
    values[pin] = value;
    printf("%d %d\n", pin, value);
    fflush(stdout);
}

int analogRead(uint8_t) { return 600; }

int digitalRead(uint8_t) { return isHeld ? LOW : HIGH; }

void SerialPort::begin(unsigned long) {}

int SerialPort::available() {
    pollfd waited = {port, POLLIN, 0};
    return poll(&waited, 1, 0) > 0 && (waited.revents & POLLIN) ? 1 : 0;
}

int SerialPort::read() {
    unsigned char byte = 0;
    return ::read(port, &byte, 1) == 1 ? byte : -1;
}

void SerialPort::print(const char *text) {
    if (::write(port, text, strlen(text)) < 0 && errno != EAGAIN) exit(1);
}

void SerialPort::print(long number) {
    char text[24];
    snprintf(text, sizeof text, "%ld", number);
    print(text);
}

int main(int count, char **arguments) {
    if (count != 2) return 64;
    port = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (port < 0 || grantpt(port) != 0 || unlockpt(port) != 0) return 1;
    // Kept open, so that programs may open and close the port; raw, so that nothing echoes.
    int other = open(ptsname(port), O_RDWR | O_NOCTTY);
    termios mode;
    if (other < 0 || tcgetattr(other, &mode) != 0) return 1;
    cfmakeraw(&mode);
    if (tcsetattr(other, TCSANOW, &mode) != 0 || symlink(ptsname(port), arguments[1]) != 0) return 1;
    setup();
    while (true) {
        loop();
        pollfd waited[2] = {{STDIN_FILENO, POLLIN, 0}, {port, POLLIN, 0}};
        poll(waited, 2, 1);
        if (waited[0].revents) {
            char key;
            if (::read(STDIN_FILENO, &key, 1) != 1) return 0;
            if (key == '0' || key == '1') isHeld = key == '1';
        }
    }
}
