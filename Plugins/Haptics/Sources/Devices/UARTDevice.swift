import Glibc
import Platform

/// A device that is spoken to in lines of text, over two descriptors or one: a serial port, or Bluetooth's Nordic UART.
///
/// The descriptors belong to it from now on, and are closed with it.
struct UARTDevice: HapticDevice {
    /// What a device is given to take a line. A wire that is as full as that is not read at the other end.
    static let writePatienceMilliseconds = 50
    /// A device that has told who it is is asked again so often, instead of being kept alive…
    static let inquirySeconds = 1
    /// …and is gone if it has not said anything for so long.
    static let answerSeconds = 2
    /// Others are asked so often: the first question may have been lost.
    static let strangerSeconds = 5
    /// A button that is held shorter, or was let go less before, has bounced.
    static let (shortestPressMilliseconds, shortestPauseMilliseconds) = (20, 300)
    /// What a device may say in a second; the rest is ignored.
    static let (mostHeadingsPerSecond, mostTextsPerSecond, mostBatteriesPerSecond) = (50, 1, 2)
    /// No device has so much to say in a second.
    static let mostBytesPerSecond = 65_536
    private static let readBytes = 4096

    let name: String
    private(set) var motors = HapticMotors.one
    /// What the device calls itself.
    private(set) var model: String?
    var descriptor: Int32? { reading >= 0 ? reading : nil }
    /// Lines of the device that were not understood.
    var ignoredLines: Int { reader.ignoredLines }
    var isStranger: Bool { model == nil }
    private(set) var doubtMilliseconds = 0

    private let mtu: Int
    private var writing: Int32
    private var reading: Int32
    private var reader = UARTReader()
    private var words: [DeviceWord] = []
    private var bytesThisSecond = 0
    private var secondsSinceInquiry = 0
    private var heardAt = MonotonicInstant.now.milliseconds
    private var silentSeconds = 0
    private var pressedAt = Int.min / 2
    private var saidThisSecond = (headings: 0, texts: 0, batteries: 0)
    private let beforeClosing: @Sendable (Int32) -> Void

    /// Takes over open descriptors.
    ///
    /// - Parameters:
    ///   - name: What it is called in reports.
    ///   - writing: Where lines are written to.
    ///   - reading: Where lines are read from; may be the same, or -1 if the device never says anything.
    ///   - mtu: The most bytes that go into one piece of writing.
    ///   - beforeClosing: Throws away what is still on its way to `writing`, which is closed then.
    init(
        name: String, writing: Int32, reading: Int32, mtu: Int = UARTLine.mostBytes,
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

    /// Asks who it is, and waits for the answer: a device that does not answer has one motor.
    ///
    /// - Parameters:
    ///   - clearsLine: Whether a line may have begun with noise, which is ended first.
    ///   - isWanted: Asked now and then; `false` once nobody waits for it any more.
    mutating func introduce(
        within milliseconds: Int = 1000, clearsLine: Bool = false, while isWanted: @Sendable () -> Bool = { true }
    ) throws(HapticsError) {
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

    mutating func vibrate(_ vibration: Vibration) throws(HapticsError) { try write(UARTLine.vibrate(vibration)) }

    mutating func still() throws(HapticsError) { try write(UARTLine.still) }

    mutating func said() throws(HapticsError) -> [DeviceWord] {
        try read()
        defer { words = [] }
        return words
    }

    mutating func tend() throws(HapticsError) {
        bytesThisSecond = 0
        saidThisSecond = (0, 0, 0)
        secondsSinceInquiry += 1
        silentSeconds += 1
        // Only who has answered before can be missed.
        guard model == nil || silentSeconds <= Self.answerSeconds else {
            doubtMilliseconds = MonotonicInstant.now.milliseconds - heardAt
            throw lost("it does not answer any more", "switch it off and on")
        }
        if reading >= 0, secondsSinceInquiry >= (model == nil ? Self.strangerSeconds : Self.inquirySeconds) {
            secondsSinceInquiry = 0
            try write(UARTLine.inquiry)
        } else {
            try write(UARTLine.keepAlive)
        }
    }

    mutating func close() {
        guard writing >= 0 else { return }
        // Who is gone need not be stilled: the vibration ends by itself.
        try? write(UARTLine.still)
        beforeClosing(writing)
        Glibc.close(writing)
        if reading >= 0, reading != writing { Glibc.close(reading) }
        writing = -1
        reading = -1
    }

    private mutating func read() throws(HapticsError) {
        guard reading >= 0 else { return }
        var bytes = [UInt8](repeating: 0, count: Self.readBytes)
        let count = Glibc.read(reading, &bytes, bytes.count)
        if count < 0, [EAGAIN, EINTR].contains(errno) { return }
        guard count > 0 else {
            // A terminal without anybody at the other end reads like the end of a file, or like an error of the wire.
            throw lost(count == 0 || errno == EIO ? "it was unplugged" : Self.reason(errno), "plug it in again")
        }
        bytesThisSecond += count
        guard bytesThisSecond <= Self.mostBytesPerSecond else {
            throw lost(
                "it says more than \(Self.mostBytesPerSecond) bytes a second", "look whether it is the right port")
        }
        for reply in reader.replies(in: bytes.prefix(count)) { take(reply) }
    }

    private mutating func take(_ reply: UARTReply) {
        heardAt = MonotonicInstant.now.milliseconds
        silentSeconds = 0
        switch reply {
        case .name(let name, let motors):
            model = name
            self.motors = motors
        case .word(let word):
            guard isMeant(word) else { return }
            // Of headings that come at once only the newest matters.
            if case .heading = word {
                words.removeAll { if case .heading = $0 { true } else { false } }
            }
            words.append(word)
        }
    }

    /// Whether it is no bounce of a button, and not the rest of a flood.
    private mutating func isMeant(_ word: DeviceWord) -> Bool {
        switch word {
        case .heading:
            saidThisSecond.headings += 1
            return saidThisSecond.headings <= Self.mostHeadingsPerSecond
        case .text:
            saidThisSecond.texts += 1
            return saidThisSecond.texts <= Self.mostTextsPerSecond
        case .battery:
            saidThisSecond.batteries += 1
            return saidThisSecond.batteries <= Self.mostBatteriesPerSecond
        case .button(let held):
            let pause = heardAt - pressedAt
            pressedAt = heardAt
            return held >= Self.shortestPressMilliseconds && pause >= Self.shortestPauseMilliseconds
        }
    }

    private func write(_ line: String) throws(HapticsError) {
        var rest = Array(line.utf8)[...]
        let end = MonotonicInstant.now.milliseconds + Self.writePatienceMilliseconds
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
            guard left > 0 else { throw lost("it takes nothing any more", "switch it off and on") }
            var waited = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
            _ = poll(&waited, 1, Int32(left))
        }
    }

    private func lost(_ reason: String, _ remedy: String) -> HapticsError {
        .device(name: name, reason: reason, remedy: remedy)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
