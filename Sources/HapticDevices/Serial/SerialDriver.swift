import Glibc
import Platform

/// A device at a serial port: a microcontroller over USB, or a radio module.
///
/// Two processes never use the same port.
struct SerialDriver: HapticDeviceDriver {
    /// The path of the port: "/dev/ttyUSB0", or a link to it below /dev/serial/by-id.
    let path: String
    /// Bits per second, one of ``speeds``.
    let baud: Int

    /// The supported speeds.
    static let speeds: [Int: speed_t] = [
        9600: speed_t(B9600), 19_200: speed_t(B19200), 38_400: speed_t(B38400), 57_600: speed_t(B57600),
        115_200: speed_t(B115200), 230_400: speed_t(B230400), 460_800: speed_t(B460800), 921_600: speed_t(B921600),
    ]

    init(path: String, baud: Int = 115_200) {
        self.path = path
        self.baud = baud
    }

    var name: String { "serial \(path)" }

    func open(while isWanted: @Sendable () -> Bool) throws(HapticDeviceError) -> any HapticDevice {
        let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw openError(errno) }
        do throws(HapticDeviceError) {
            try claim(descriptor)
            try setUp(descriptor)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        var device = UARTDevice(
            name: name, writing: descriptor, reading: descriptor, mtu: 256, beforeClosing: Self.giveBack)
        do throws(HapticDeviceError) {
            try device.introduce(clearsLine: true, while: isWanted)
        } catch {
            device.close()
            throw error
        }
        return device
    }

    /// Takes exclusive access: by a lock for programs that use locks, by the mode of the terminal for all others.
    private func claim(_ descriptor: Int32) throws(HapticDeviceError) {
        guard isatty(descriptor) == 1 else {
            throw failure("it is not a serial port", "set haptics.devices to a port such as \"serial /dev/ttyUSB0\"")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, ioctl(descriptor, UInt(TIOCEXCL)) == 0 else {
            throw failure("another program uses it", "end that program, or name another port in haptics.devices")
        }
    }

    /// Configures raw bytes: eight bits, no parity, and no modem control that could hang up.
    private func setUp(_ descriptor: Int32) throws(HapticDeviceError) {
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

    /// Waits a moment for pending bytes, then discards them, because closing would wait for a lost device.
    private static let giveBack: @Sendable (Int32) -> Void = { descriptor in
        let end = MonotonicInstant.now.milliseconds + 30
        var left: Int32 = 0
        while ioctl(descriptor, UInt(TIOCOUTQ), &left) == 0, left > 0, MonotonicInstant.now.milliseconds < end {
            usleep(1000)
        }
        // Only if there are any: this also discards bytes that the port does not count.
        if left > 0 { tcflush(descriptor, TCOFLUSH) }
        _ = ioctl(descriptor, UInt(TIOCNXCL))
    }

    func openError(_ code: Int32) -> HapticDeviceError {
        switch code {
        case ENOENT, ENXIO, ENODEV:
            failure("there is no such port", "plug the device in; ls /dev/serial/by-id lists the ports")
        case EACCES, EPERM:
            failure(
                "this user has no access to it",
                "join the group of serial ports: sudo adduser $USER dialout, then log in again")
        case EBUSY: failure("another program uses it", "end that program, or name another port in haptics.devices")
        default: failure(Self.reason(code), "check that it is the right port")
        }
    }

    private func failure(_ reason: String, _ remedy: String) -> HapticDeviceError {
        .device(name: name, reason: reason, remedy: remedy)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
