import Glibc
import Platform

/// A device with a protocol of text lines, over two descriptors or one: a serial port, or Nordic UART over Bluetooth.
///
/// It owns the descriptors, and closes them.
struct UARTDevice: HapticDevice {
    /// The time within which a line must be written. A line that stays full is not read at the other end.
    static let writeTimeoutMilliseconds = 50
    /// The interval of inquiries to a device that has identified itself, instead of keep-alives…
    static let inquirySeconds = 1
    /// …and the time without any line after which it is lost.
    static let answerTimeoutSeconds = 2
    /// The interval of inquiries to other devices: the first one may have been lost.
    static let unidentifiedInquirySeconds = 5
    /// A shorter press of the button, or a shorter pause between two presses, is a bounce.
    static let (minPressMilliseconds, minPauseMilliseconds) = (20, 300)
    /// The number of messages that a device may send per second; the rest is ignored.
    static let (maxHeadingsPerSecond, maxTextsPerSecond, maxBatteriesPerSecond) = (50, 1, 2)
    /// The number of bytes that no device exceeds per second.
    static let maxBytesPerSecond = 65_536
    private static let readBytes = 4096

    let name: String
    private(set) var motors = HapticMotors.one
    /// The name that the device reports.
    private(set) var model: String?
    var descriptor: Int32? { reading >= 0 ? reading : nil }
    /// The number of lines that were not understood.
    var ignoredLines: Int { reader.ignoredLines }
    var isUnidentified: Bool { model == nil }
    private(set) var unconfirmedMilliseconds = 0

    private let mtu: Int
    private var writing: Int32
    private var reading: Int32
    private var reader = UARTReader()
    private var words: [DeviceMessage] = []
    private var bytesThisSecond = 0
    private var secondsSinceInquiry = 0
    private var heardAt = MonotonicInstant.now.milliseconds
    private var silentSeconds = 0
    private var pressedAt = Int.min / 2
    private var saidThisSecond = (headings: 0, texts: 0, batteries: 0)
    private let beforeClosing: @Sendable (Int32) -> Void

    /// Takes ownership of open descriptors.
    ///
    /// - Parameters:
    ///   - name: The name in reports.
    ///   - writing: The descriptor for lines to the device.
    ///   - reading: The descriptor of lines from the device; may be the same, or -1 if the device never sends.
    ///   - mtu: The size limit of one write, bytes.
    ///   - beforeClosing: Discards pending bytes of `writing`, which is closed afterwards.
    init(
        name: String, writing: Int32, reading: Int32, mtu: Int = UARTLine.maxBytes,
        beforeClosing: @escaping @Sendable (Int32) -> Void = { _ in }
    ) {
        self.name = name
        self.writing = writing
        self.reading = reading
        self.mtu = max(mtu, 1)
        self.beforeClosing = beforeClosing
        for descriptor in [writing, reading] where descriptor >= 0 {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
    }

    /// Asks the device for its name and waits for the answer; without an answer, one motor is assumed.
    ///
    /// - Parameters:
    ///   - milliseconds: The timeout.
    ///   - clearsLine: Whether to end a line first that may have begun with noise.
    ///   - isWanted: Called repeatedly; `false` cancels the wait.
    mutating func introduce(
        within milliseconds: Int = 1000, clearsLine: Bool = false, while isWanted: @Sendable () -> Bool = { true }
    ) throws(HapticDeviceError) {
        let end = MonotonicInstant.now.milliseconds + milliseconds
        try write((clearsLine ? "\n" : "") + UARTLine.inquiry)
        while model == nil, reading >= 0, isWanted() {
            let left = end - MonotonicInstant.now.milliseconds
            guard left > 0 else { return }
            var waited = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, Int32(min(left, 100)))
            try read()
        }
    }

    mutating func vibrate(_ vibration: Vibration) throws(HapticDeviceError) { try write(UARTLine.vibrate(vibration)) }

    mutating func stop() throws(HapticDeviceError) { try write(UARTLine.stop) }

    mutating func messages() throws(HapticDeviceError) -> [DeviceMessage] {
        try read()
        defer { words = [] }
        return words
    }

    mutating func checkHealth() throws(HapticDeviceError) {
        bytesThisSecond = 0
        saidThisSecond = (0, 0, 0)
        secondsSinceInquiry += 1
        silentSeconds += 1
        // Only a device that has answered before can be missing.
        guard model == nil || silentSeconds <= Self.answerTimeoutSeconds else {
            unconfirmedMilliseconds = MonotonicInstant.now.milliseconds - heardAt
            throw lost("it no longer answers", "switch it off and on")
        }
        if reading >= 0, secondsSinceInquiry >= (model == nil ? Self.unidentifiedInquirySeconds : Self.inquirySeconds) {
            secondsSinceInquiry = 0
            try write(UARTLine.inquiry)
        } else {
            try write(UARTLine.keepAlive)
        }
    }

    mutating func close() {
        guard writing >= 0 else { return }
        // A lost device need not be stilled: its vibration ends by itself.
        try? write(UARTLine.stop)
        beforeClosing(writing)
        Glibc.close(writing)
        if reading >= 0, reading != writing { Glibc.close(reading) }
        writing = -1
        reading = -1
    }

    private mutating func read() throws(HapticDeviceError) {
        guard reading >= 0 else { return }
        var bytes = [UInt8](repeating: 0, count: Self.readBytes)
        let count = Glibc.read(reading, &bytes, bytes.count)
        if count < 0, [EAGAIN, EINTR].contains(errno) { return }
        guard count > 0 else {
            // A terminal without a device at the other end reads like the end of a file, or like an input/output error.
            throw lost(count == 0 || errno == EIO ? "it was unplugged" : Self.reason(errno), "plug it in again")
        }
        bytesThisSecond += count
        guard bytesThisSecond <= Self.maxBytesPerSecond else {
            throw lost(
                "it sends more than \(Self.maxBytesPerSecond) bytes a second", "check that it is the right port")
        }
        for reply in reader.replies(in: bytes.prefix(count)) { handle(reply) }
    }

    private mutating func handle(_ reply: UARTReply) {
        heardAt = MonotonicInstant.now.milliseconds
        silentSeconds = 0
        switch reply {
        case .name(let name, let motors):
            model = name
            self.motors = motors
        case .message(let word):
            guard isMeant(word) else { return }
            // Of headings that arrive together only the newest matters.
            if case .heading = word {
                words.removeAll { if case .heading = $0 { true } else { false } }
            }
            words.append(word)
        }
    }

    /// Whether a message is neither a bounce of the button nor part of a flood.
    private mutating func isMeant(_ word: DeviceMessage) -> Bool {
        switch word {
        case .heading:
            saidThisSecond.headings += 1
            return saidThisSecond.headings <= Self.maxHeadingsPerSecond
        case .text:
            saidThisSecond.texts += 1
            return saidThisSecond.texts <= Self.maxTextsPerSecond
        case .battery:
            saidThisSecond.batteries += 1
            return saidThisSecond.batteries <= Self.maxBatteriesPerSecond
        case .button(let held):
            let pause = heardAt - pressedAt
            pressedAt = heardAt
            return held >= Self.minPressMilliseconds && pause >= Self.minPauseMilliseconds
        }
    }

    private func write(_ line: String) throws(HapticDeviceError) {
        var rest = Array(line.utf8)[...]
        let end = MonotonicInstant.now.milliseconds + Self.writeTimeoutMilliseconds
        while !rest.isEmpty {
            let piece = Array(rest.prefix(mtu))
            let count = Glibc.write(writing, piece, piece.count)
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            guard count < 0, [EAGAIN, EINTR].contains(errno) else {
                throw lost(errno == EIO ? "it was unplugged" : Self.reason(errno), "plug it in again")
            }
            let left = end - MonotonicInstant.now.milliseconds
            guard left > 0 else { throw lost("it accepts no more data", "switch it off and on") }
            var waited = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
            _ = poll(&waited, 1, Int32(left))
        }
    }

    private func lost(_ reason: String, _ remedy: String) -> HapticDeviceError {
        .device(name: name, reason: reason, remedy: remedy)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
