import Glibc
import NavigationEvents
import Platform

/// The standard output as sound: 16 bits, mono, without a header, for a player at the end of a pipe or for a file.
///
/// A pipe receives the sound in real time, so that it can be cut short. A file receives it as fast as possible.
package final class PCMSink: AudioSink {
    package let isOptional = false
    package let isPaced: Bool
    package let name = "the standard output"

    /// The maximum sound written in advance.
    private static let maxLeadMilliseconds = 60.0
    /// The maximum wait for a reader that does not read.
    private static let timeoutMilliseconds = 5000.0
    /// The interval at which it checks for an interruption.
    private static let pollMilliseconds: Int32 = 15

    private let descriptor: Int32
    private var sampleRate = 0
    /// The end of playback of the written sound, in monotonic milliseconds.
    private var playbackEnd = 0.0

    /// Creates the sink.
    ///
    /// - Parameter descriptor: The open file to write to.
    package init(descriptor: Int32 = STDOUT_FILENO) {
        self.descriptor = descriptor
        var status = stat()
        isPaced = !(fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
    }

    package func open(sampleRate: Int) throws(SpeechError) {
        guard isatty(descriptor) == 0 else { throw .standardOutput(reason: "it is a terminal") }
        // The end of the reader is an error, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        self.sampleRate = sampleRate
    }

    package func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) throws(SpeechError) -> Int {
        if isPaced {
            while playbackEnd - (MonotonicInstant.now.seconds * 1000) > Self.maxLeadMilliseconds {
                if isInterrupted() { return 0 }
                usleep(5000)
            }
        }
        var left = UnsafeRawBufferPointer(samples)[...]
        let end = (MonotonicInstant.now.seconds * 1000) + Self.timeoutMilliseconds
        while !left.isEmpty {
            guard try waitForRoom(until: end, isInterrupted) else { return (samples.count * 2 - left.count) / 2 }
            // A pipe with room accepts PIPE_BUF bytes without blocking.
            let part = UnsafeRawBufferPointer(rebasing: isPaced ? left.prefix(Int(PIPE_BUF)) : left)
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let isGone = errno == EPIPE
                throw .standardOutput(reason: isGone ? "its reader has ended" : String(cString: strerror(errno)))
            }
            left = left.dropFirst(count)
        }
        playbackEnd =
            max(playbackEnd, (MonotonicInstant.now.seconds * 1000)) + Double(samples.count) / Double(sampleRate) * 1000
        return samples.count
    }

    /// Waits until a pipe has room; `false` after an interruption.
    private func waitForRoom(until end: Double, _ isInterrupted: () -> Bool) throws(SpeechError) -> Bool {
        guard isPaced else { return true }
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&waited, 1, Self.pollMilliseconds) <= 0 {
            if isInterrupted() { return false }
            guard (MonotonicInstant.now.seconds * 1000) < end else {
                throw .standardOutput(reason: "its reader takes no sound")
            }
        }
        return true
    }

    package func endSentence(isCut: (Int32) -> Bool) {
        guard isPaced else { return }
        var left = playbackEnd - (MonotonicInstant.now.seconds * 1000)
        while left > 0, !isCut(Int32(clamping: left.rounded(.up))) {
            left = playbackEnd - (MonotonicInstant.now.seconds * 1000)
        }
    }

    package func abandonSentence() { playbackEnd = 0 }
    package func rest() {}
    package func close() {}
}
