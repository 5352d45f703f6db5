import CPulse
import Glibc

/// The sound server: PulseAudio, or PipeWire in its place.
///
/// The stream has the media role "announce", so that the server turns other sound down while it is open; it is open
/// only while there is something to say, and over sentences that follow each other at once. The level of others is
/// never touched from here: a crash would leave them quiet.
final class PulseSink: AudioSink {
    let isOptional = true

    /// How much sound lies ready at the server: short, so that a cut is heard at once.
    private static let bufferMilliseconds: UInt64 = 60
    /// The longest wait for a server that is slow to play what it has.
    private static let mostLatencyMilliseconds = 500.0

    private let server: String?
    private var sampleRate = 0
    private var stream: OpaquePointer?
    /// When the sound written so far has been heard, monotonic milliseconds.
    private var heardAt = 0.0

    /// - Parameter server: The server's address; `nil` for the one of the session.
    init(server: String? = nil) {
        self.server = server
    }

    /// Tells the library the role of streams to come. Call before there is a second thread: it changes the environment.
    static func setRole() {
        setenv("PULSE_PROP", "media.role='announce' application.name='navbus' application.icon_name='navigation'", 0)
    }

    func open(sampleRate: Int) throws(SpeechError) {
        self.sampleRate = sampleRate
        try connect()
        rest()
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(SpeechError) {
        try connect()
        var code: Int32 = 0
        guard pa_simple_write(stream, samples.baseAddress, samples.count * 2, &code) >= 0 else {
            throw broken(code)
        }
        let length = Double(samples.count) / Double(sampleRate) * 1000
        heardAt = max(heardAt, Self.now()) + length
    }

    func endSentence(isCut: (Int32) -> Bool) throws(SpeechError) {
        guard stream != nil else { return }
        // The server's own word for "all is played" comes up to two seconds late, so the end is reckoned.
        let deadline = min(heardAt, Self.now() + Double(Self.bufferMilliseconds) + Self.mostLatencyMilliseconds)
        var left = deadline - Self.now()
        while left > 0 {
            if isCut(Int32(left.rounded(.up))) { return try abandonSentence() }
            left = deadline - Self.now()
        }
    }

    func abandonSentence() throws(SpeechError) {
        heardAt = 0
        guard stream != nil else { return }
        var code: Int32 = 0
        guard pa_simple_flush(stream, &code) >= 0 else { throw broken(code) }
    }

    func rest() {
        if let stream { pa_simple_free(stream) }
        stream = nil
        heardAt = 0
    }

    func close() { rest() }

    deinit { rest() }

    private func connect() throws(SpeechError) {
        guard stream == nil else { return }
        var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(sampleRate), channels: 1)
        let target = UInt32(pa_usec_to_bytes(Self.bufferMilliseconds * 1000, &format))
        let unset = UInt32.max
        var buffer = pa_buffer_attr(
            maxlength: unset, tlength: target, prebuf: unset, minreq: unset, fragsize: unset)
        var code: Int32 = 0
        stream = pa_simple_new(
            server, "navbus", PA_STREAM_PLAYBACK, nil, "announcement", &format, nil, &buffer, &code)
        guard stream != nil else { throw .soundServer(reason: String(cString: pa_strerror(code))) }
        heardAt = Self.now() + Double(Self.bufferMilliseconds)
    }

    private func broken(_ code: Int32) -> SpeechError {
        rest()
        return .soundServer(reason: String(cString: pa_strerror(code)))
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
