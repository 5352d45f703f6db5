// A wristband for navbus: two motors, a button, a battery. For any Arduino with a serial port; docs/haptics.md describes
// the lines that it receives and sends, README.md how to wire it.
//
// Three rules make it safe: a vibration ends by itself after its time; without any line for three seconds, all motors
// stop; and a line that it does not understand changes nothing.

const uint8_t LEFT_MOTOR = 5;    // pins that can do pulse width modulation
const uint8_t RIGHT_MOTOR = 6;
const uint8_t BUTTON = 2;        // to ground
const uint8_t BATTERY = A0;      // half of the battery's voltage, through two equal resistors
const char NAME[] = "wristband";  // with the number of motors at most 17 characters

const unsigned long KEEP_ALIVE_MS = 3000;
const unsigned long BATTERY_EVERY_MS = 60000;
const unsigned long DEBOUNCE_MS = 30;
const unsigned long LONGEST_MS = 5000;
const uint8_t LONGEST_LINE = 20;

struct Motor {
    uint8_t pin;
    bool isOn;
    unsigned long since;
    unsigned long lasts;
};

Motor motors[2] = {{LEFT_MOTOR, false, 0, 0}, {RIGHT_MOTOR, false, 0, 0}};

char line[LONGEST_LINE + 1];
uint8_t lineLength = 0;
bool lineIsTooLong = false;
unsigned long heardAt = 0;
unsigned long toldBatteryAt = 0;
bool isPressed = false;
unsigned long pressedAt = 0;
unsigned long bouncedAt = 0;

// --- Motors -----------------------------------------------------------------------------------------------------------

void run(Motor &motor, int strength, unsigned long milliseconds) {
    motor.isOn = strength > 0;
    motor.since = millis();
    motor.lasts = milliseconds;
    analogWrite(motor.pin, (int)(strength * 255L / 100));
}

void stopAll() {
    for (Motor &motor : motors) run(motor, 0, 0);
}

// Differences of unsigned times are correct even when the clock overflows after seven weeks.
void endWhatIsOver() {
    for (Motor &motor : motors) {
        if (motor.isOn && millis() - motor.since >= motor.lasts) run(motor, 0, 0);
    }
}

// --- Lines from navbus ------------------------------------------------------------------------------------------------

// Reads digits; -1 if there are none, or more than the most.
long number(const char *&text, long most) {
    if (*text < '0' || *text > '9') return -1;
    long value = 0;
    while (*text >= '0' && *text <= '9') {
        value = value * 10 + (*text++ - '0');
        if (value > most) return -1;
    }
    return value;
}

// V <site> <0-100> <ms>: a site is L, R, A (all), or degrees clockwise from straight ahead.
void vibrate(const char *text) {
    bool left = *text == 'L' || *text == 'A', right = *text == 'R' || *text == 'A';
    if (left || right) {
        text++;
    } else {
        long degrees = number(text, 359);
        if (degrees < 0) return;
        right = degrees <= 160 || degrees > 340;
        left = degrees >= 200 || degrees < 20;
        if (degrees > 160 && degrees < 200) left = right = true;
    }
    if (*text++ != ' ') return;
    long strength = number(text, 100);
    if (strength < 0 || *text++ != ' ') return;
    long milliseconds = number(text, LONGEST_MS);
    if (milliseconds < 0 || *text != 0) return;
    if (left) run(motors[0], (int)strength, (unsigned long)milliseconds);
    if (right) run(motors[1], (int)strength, (unsigned long)milliseconds);
}

void tellBattery() {
    // 3.0 V is empty, 4.2 V is full; half of it is measured against 3.3 V.
    long millivolts = analogRead(BATTERY) * 6600L / 1023;
    long percent = (millivolts - 3000) / 12;
    toldBatteryAt = millis();
    Serial.print("B ");
    Serial.print(percent < 0 ? 0L : percent > 100 ? 100L : percent);
    Serial.print("\n");
}

void introduce() {
    Serial.print("N ");
    Serial.print(NAME);
    Serial.print(" 2\n");
    tellBattery();
}

void follow() {
    heardAt = millis();
    switch (line[0]) {
        case 'V': if (line[1] == ' ') vibrate(line + 2); break;
        case 'S': if (line[1] == 0) stopAll(); break;
        case '?': if (line[1] == 0) introduce(); break;
        default: break;  // K is the keep-alive; other lines are for newer devices
    }
}

void hear() {
    while (Serial.available() > 0) {
        char next = (char)Serial.read();
        if (next == '\n') {
            line[lineLength] = 0;
            if (lineLength > 0 && !lineIsTooLong) follow();
            lineLength = 0;
            lineIsTooLong = false;
        } else if (lineLength < LONGEST_LINE) {
            line[lineLength++] = next;
        } else {
            lineIsTooLong = true;
        }
    }
}

// --- Button of the wearer ---------------------------------------------------------------------------------------------

// P <ms>: how long the button was held, sent when it is released.
void feelButton() {
    bool isDown = digitalRead(BUTTON) == LOW;
    if (isDown == isPressed || millis() - bouncedAt < DEBOUNCE_MS) return;
    bouncedAt = millis();
    isPressed = isDown;
    if (isDown) {
        pressedAt = millis();
    } else {
        unsigned long held = millis() - pressedAt;
        Serial.print("P ");
        Serial.print(held > 600000 ? 600000L : (long)held);
        Serial.print("\n");
    }
}

// A device with a compass sends "H <degrees>" here, ten times a second, clockwise from magnetic north.

void setup() {
    for (Motor &motor : motors) pinMode(motor.pin, OUTPUT);
    pinMode(BUTTON, INPUT_PULLUP);
    stopAll();
    Serial.begin(115200);
    introduce();
}

void loop() {
    hear();
    endWhatIsOver();
    if (millis() - heardAt >= KEEP_ALIVE_MS) {
        stopAll();
        heardAt = millis();
    }
    feelButton();
    if (millis() - toldBatteryAt >= BATTERY_EVERY_MS) tellBattery();
}
