import Glibc
import NavigationEvents
import Platform

/// The standard output as sound: 16 bits, mono, without a header, for a player behind a pipe or for a file.
///
/// What goes through a pipe is written as fast as it sounds, so that it can be cut short; into a file, as fast as it
/// comes.
final class PCMSink: AudioSink {
    let isOptional = false
    let isPaced: Bool
    let name = "the standard output"

    /// How far the sound may be ahead of the ear.
    private static let aheadMilliseconds = 60.0
    /// The longest wait for a reader that takes nothing.
    private static let patienceMilliseconds = 5000.0
    /// How long it waits before it asks whether to go on.
    private static let lookMilliseconds: Int32 = 15

    private let descriptor: Int32
    private var sampleRate = 0
    /// When the sound written so far has been heard, monotonic milliseconds.
    private var heardAt = 0.0

    /// - Parameter descriptor: The open file that is written to.
    init(descriptor: Int32 = STDOUT_FILENO) {
        self.descriptor = descriptor
        var status = stat()
        isPaced = !(fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
    }

    func open(sampleRate: Int) throws(SpeechError) {
        guard isatty(descriptor) == 0 else { throw .standardOutput(reason: "it is a terminal") }
        // A reader that ends is an error to be told, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        self.sampleRate = sampleRate
    }

    func write(_ samples: UnsafeBufferPointer<Int16>, isDisturbed: () -> Bool) throws(SpeechError) -> Int {
        if isPaced {
            while heardAt - (MonotonicInstant.now.seconds * 1000) > Self.aheadMilliseconds {
                if isDisturbed() { return 0 }
                usleep(5000)
            }
        }
        var left = UnsafeRawBufferPointer(samples)[...]
        let end = (MonotonicInstant.now.seconds * 1000) + Self.patienceMilliseconds
        while !left.isEmpty {
            guard try waitForRoom(until: end, isDisturbed) else { return (samples.count * 2 - left.count) / 2 }
            // A pipe with room takes so much without waiting.
            let part = UnsafeRawBufferPointer(rebasing: isPaced ? left.prefix(Int(PIPE_BUF)) : left)
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let isGone = errno == EPIPE
                throw .standardOutput(reason: isGone ? "its reader has ended" : String(cString: strerror(errno)))
            }
            left = left.dropFirst(count)
        }
        heardAt = max(heardAt, (MonotonicInstant.now.seconds * 1000)) + Double(samples.count) / Double(sampleRate) * 1000
        return samples.count
    }

    /// Waits until the reader of a pipe takes something; `false` if somebody cannot wait so long.
    private func waitForRoom(until end: Double, _ isDisturbed: () -> Bool) throws(SpeechError) -> Bool {
        guard isPaced else { return true }
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&waited, 1, Self.lookMilliseconds) <= 0 {
            if isDisturbed() { return false }
            guard (MonotonicInstant.now.seconds * 1000) < end else { throw .standardOutput(reason: "its reader takes no sound") }
        }
        return true
    }

    func endSentence(isCut: (Int32) -> Bool) {
        guard isPaced else { return }
        var left = heardAt - (MonotonicInstant.now.seconds * 1000)
        while left > 0, !isCut(Int32(clamping: left.rounded(.up))) { left = heardAt - (MonotonicInstant.now.seconds * 1000) }
    }

    func abandonSentence() { heardAt = 0 }
    func rest() {}
    func close() {}
}
