import Glibc
import Platform

/// Serial lines of receivers: raw bytes, no echo, no flow control.
enum SerialLine {
    private static let speeds: [Int: speed_t] = [
        1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600),
        19_200: speed_t(B19200), 38_400: speed_t(B38400), 57_600: speed_t(B57600), 115_200: speed_t(B115200),
        230_400: speed_t(B230400), 460_800: speed_t(B460800), 921_600: speed_t(B921600),
    ]

    /// The supported baud rates.
    static var baudRates: [Int] { speeds.keys.sorted() }

    /// Opens a line without waiting for a carrier and sets its speed.
    static func open(_ path: String, baudRate: Int) throws(PositionProblem) -> PlainFile {
        guard speeds[baudRate] != nil else {
            let known = baudRates.map(String.init).joined(separator: ", ")
            throw .unsuitable(source: path, reason: "\(baudRate) is not a baud rate; use one of \(known)")
        }
        let file = try PlainFile(path: path, flags: O_NONBLOCK)
        try configure(file, path: path, baudRate: baudRate)
        return file
    }

    /// Sets an open line to raw bytes and one of the ``baudRates``.
    static func configure(_ file: PlainFile, path: String, baudRate: Int) throws(PositionProblem) {
        let speed = speeds[baudRate] ?? speed_t(B9600)
        var settings = termios()
        guard tcgetattr(file.descriptor, &settings) == 0 else {
            let reason = "it is not a serial line (\(SystemError.text(errno)))"
            // A device that is being removed fails in other ways.
            throw errno == ENOTTY
                ? .unsuitable(source: path, reason: reason) : .unreadable(source: path, reason: reason)
        }
        cfmakeraw(&settings)
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
        settings.c_cflag &= ~tcflag_t(CRTSCTS)
        cfsetispeed(&settings, speed)
        cfsetospeed(&settings, speed)
        guard tcsetattr(file.descriptor, TCSANOW, &settings) == 0 else {
            throw .unreadable(source: path, reason: "its speed cannot be set (\(SystemError.text(errno)))")
        }
    }
}
