import Glibc
import Platform

/// Looks for receivers on serial lines, without writing to them: a line is opened for reading, and gets its former
/// settings back.
package struct SerialProbe {
    /// The result for a line.
    package enum Finding: Sendable, Hashable {
        /// Valid sentences with positions arrive at this baud rate.
        case receiver(baudRate: Int)
        /// The line has no receiver, for this reason.
        case rejected(String)
    }

    /// The usual baud rates of receivers, the most frequent first.
    private static let baudRates = [9600, 4800, 115_200, 38_400]
    /// The time for the first bytes, seconds: receivers send once a second.
    private static let silentSeconds = 2.2
    /// The time for a sentence at a baud rate, after bytes have come.
    private static let sentenceSeconds = 1.3
    /// The sentences that only receivers send.
    private static let types: Set<Substring> = ["RMC", "GGA", "GLL", "GNS"]

    /// The folder of the devices.
    private let devices: String
    /// The folder of the lock files that programs with modems use.
    private let locks: String

    /// - Parameters:
    ///   - devices: The folder of the devices.
    ///   - locks: The folder of lock files.
    package init(devices: String = "/dev", locks: String = "/run/lock") {
        (self.devices, self.locks) = (devices, locks)
    }

    /// The serial lines that may have a receiver: by their permanent names if they have one, each once.
    package func candidates() -> [String] {
        let permanent = FolderNames.visible(in: "\(devices)/serial/by-id").map { "\(devices)/serial/by-id/\($0)" }
        let prefixes = ["ttyACM", "ttyUSB", "ttyAMA", "serial", "rfcomm"]
        let others = FolderNames.visible(in: devices).filter { name in
            name != "serial" && prefixes.contains { name.hasPrefix($0) }
        }
        var known: Set<String> = []
        return (permanent + others.map { "\(devices)/\($0)" }).filter { known.insert(Self.target(of: $0)).inserted }
    }

    /// Listens to a line for a few seconds.
    package func finding(_ path: String, stop: StopSignal) -> Finding {
        let target = Self.target(of: path)
        if isLocked(target) || Self.isOpenElsewhere(target) { return .rejected("another program uses it") }
        do throws(PositionProblem) {
            let line = try PlainFile(path: path, flags: O_NONBLOCK)
            guard Self.isFree(line.descriptor) else { return .rejected("another program uses it") }
            var before = termios()
            guard tcgetattr(line.descriptor, &before) == 0 else { return .rejected("it is not a serial line") }
            defer { tcsetattr(line.descriptor, TCSANOW, &before) }
            return try Self.listen(to: path, line, stop)
        } catch {
            guard case .unreadable(_, let reason) = error else { return .rejected("\(error)") }
            return .rejected(reason == SystemError.text(EBUSY) ? "another program uses it" : reason)
        }
    }

    private static func listen(to path: String, _ line: PlainFile, _ stop: StopSignal) throws(PositionProblem)
        -> Finding
    {
        var hasText = false
        for baudRate in baudRates {
            try SerialLine.configure(line, path: path, baudRate: baudRate)
            tcflush(line.descriptor, TCIFLUSH)
            let end = MonotonicInstant.now.seconds + (hasText ? sentenceSeconds : silentSeconds)
            var splitter = LineSplitter()
            var isSilent = true
            while MonotonicInstant.now.seconds < end {
                let wait = Wait.forInput(
                    on: line.descriptor, stop: stop, seconds: end - MonotonicInstant.now.seconds)
                if case .stopped = wait { return .rejected("the search was ended") }
                guard case .ready = wait else { break }
                let bytes = try line.read(source: path)
                guard !bytes.isEmpty else { return .rejected("the device was removed") }
                isSilent = false
                for one in splitter.lines(adding: bytes) {
                    guard let sentence = (try? NMEASentence.read(one.bytes)) ?? nil else { continue }
                    if types.contains(sentence.type) { return .receiver(baudRate: baudRate) }
                }
            }
            if isSilent, !hasText { return .rejected("it sends nothing") }
            hasText = true
        }
        return .rejected("it sends no positions in NMEA 0183")
    }

    /// Whether no other program has reserved the open line, by either of the two usual ways.
    private static func isFree(_ descriptor: Int32) -> Bool {
        // TIOCGEXCL, which the module Glibc lacks: root can also open a reserved line.
        var isExclusive: Int32 = 0
        if ioctl(descriptor, 0x8004_5440 as UInt, &isExclusive) == 0, isExclusive != 0 { return false }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Whether a lock file names a running process.
    private func isLocked(_ target: String) -> Bool {
        let name = target.split(separator: "/").last ?? ""
        guard let bytes = try? WholeFile.read("\(locks)/LCK..\(name)", maxBytes: 64) else { return false }
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == " " }.prefix { $0.isNumber }
        guard let process = Int32(text), process > 0 else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }

    /// Whether another process of this user has the line open: two readers would each get a part of the sentences.
    private static func isOpenElsewhere(_ target: String) -> Bool {
        let own = "\(getpid())"
        return FolderNames.visible(in: "/proc").contains { process in
            guard process != own, process.allSatisfy(\.isNumber) else { return false }
            let folder = "/proc/\(process)/fd"
            return FolderNames.visible(in: folder).contains { Self.link("\(folder)/\($0)") == target }
        }
    }

    private static func link(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? -1
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    private static func target(of path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
