import Glibc
import Platform

/// A device at a serial port: a microcontroller over USB, or a radio module.
///
/// Two processes never have the same port.
struct SerialKind: HapticDeviceKind {
    /// The port: "/dev/ttyUSB0", or a link to it below /dev/serial/by-id.
    let path: String
    /// Bits a second, one of ``speeds``.
    let baud: Int

    /// The speeds there are.
    static let speeds: [Int: speed_t] = [
        9600: speed_t(B9600), 19_200: speed_t(B19200), 38_400: speed_t(B38400), 57_600: speed_t(B57600),
        115_200: speed_t(B115200), 230_400: speed_t(B230400), 460_800: speed_t(B460800), 921_600: speed_t(B921600),
    ]

    init(path: String, baud: Int = 115_200) {
        self.path = path
        self.baud = baud
    }

    var name: String { "serial \(path)" }

    func open(while isWanted: @Sendable () -> Bool) throws(HapticsError) -> any HapticDevice {
        let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw openError(errno) }
        do throws(HapticsError) {
            try claim(descriptor)
            try setUp(descriptor)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        var device = UARTDevice(
            name: name, writing: descriptor, reading: descriptor, mtu: 256, beforeClosing: Self.giveBack)
        do throws(HapticsError) {
            try device.introduce(clearsLine: true, while: isWanted)
        } catch {
            device.close()
            throw error
        }
        return device
    }

    /// A port is for one: the lock keeps off those who look for it, the mode of the terminal everybody else.
    private func claim(_ descriptor: Int32) throws(HapticsError) {
        guard isatty(descriptor) == 1 else {
            throw failure("it is no serial port", "set haptics.devices to a port such as \"serial /dev/ttyUSB0\"")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, ioctl(descriptor, UInt(TIOCEXCL)) == 0 else {
            throw failure("another program has it", "end that program, or name another port in haptics.devices")
        }
    }

    /// Bytes as they are, eight bits, no parity, and no line to a modem that could hang up.
    private func setUp(_ descriptor: Int32) throws(HapticsError) {
        var mode = termios()
        guard let speed = Self.speeds[baud] else {
            throw failure("there is no speed of \(baud)", "set haptics.baud to 115200")
        }
        guard tcgetattr(descriptor, &mode) == 0 else { throw failure(Self.reason(errno), "plug it in again") }
        cfmakeraw(&mode)
        mode.c_cflag |= (tcflag_t(CLOCAL) | tcflag_t(CREAD))
        mode.c_cflag &= ~(tcflag_t(CSTOPB) | tcflag_t(CRTSCTS))
        cfsetspeed(&mode, speed)
        guard tcsetattr(descriptor, TCSANOW, &mode) == 0 else { throw failure(Self.reason(errno), "plug it in again") }
        tcflush(descriptor, TCIOFLUSH)
    }

    /// What is on its way gets a moment; then it is thrown away, or closing would wait for a device that is gone.
    private static let giveBack: @Sendable (Int32) -> Void = { descriptor in
        let end = MonotonicInstant.now.milliseconds + 30
        var left: Int32 = 0
        while ioctl(descriptor, UInt(TIOCOUTQ), &left) == 0, left > 0, MonotonicInstant.now.milliseconds < end {
            usleep(1000)
        }
        // Only if there is any: what a port does not count as its own would be lost as well.
        if left > 0 { tcflush(descriptor, TCOFLUSH) }
        _ = ioctl(descriptor, UInt(TIOCNXCL))
    }

    func openError(_ code: Int32) -> HapticsError {
        switch code {
        case ENOENT, ENXIO, ENODEV:
            failure("there is no such port", "plug the device in; ls /dev/serial/by-id names those there are")
        case EACCES, EPERM:
            failure(
                "its owner does not allow it",
                "join the group of serial ports: sudo adduser $USER dialout, then log in anew")
        case EBUSY: failure("another program has it", "end that program, or name another port in haptics.devices")
        default: failure(Self.reason(code), "look whether it is the right port")
        }
    }

    private func failure(_ reason: String, _ remedy: String) -> HapticsError {
        .device(name: name, reason: reason, remedy: remedy)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
