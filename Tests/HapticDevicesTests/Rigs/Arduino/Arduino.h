// The part of Arduino that the sketch of the wristband uses, on this machine: the serial port is a pseudo terminal.
#pragma once
#include <cstdint>

enum { LOW = 0, HIGH = 1, OUTPUT = 1, INPUT_PULLUP = 2, A0 = 14 };

unsigned long millis();
void pinMode(uint8_t pin, uint8_t mode);
void analogWrite(uint8_t pin, int value);
int analogRead(uint8_t pin);
int digitalRead(uint8_t pin);

struct SerialPort {
    void begin(unsigned long baud);
    int available();
    int read();
    void print(const char *text);
    void print(long number);
};
extern SerialPort Serial;
