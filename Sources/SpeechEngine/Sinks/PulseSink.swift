import CPulse
import NavigationEvents
import Platform

/// The sound server: PulseAudio or PipeWire.
///
/// The stream has a media role, so that the server turns other sound down while it is open. It is open only during
/// sentences that follow each other closely. The sink never changes the volume of other streams, since a crash would
/// leave them quiet.
package final class PulseSink: AudioSink {
    package let isOptional = true
    package let isPaced = true
    package let name = "the sound server"

    /// The buffer of the server. It is short, so that an interruption is audible at once.
    private static let bufferMilliseconds = 60.0
    /// The sound that the server buffers before it starts to play.
    private static let firstMilliseconds = 10.0
    /// The maximum wait for a server that plays its buffer slowly.
    private static let maxLatencyMilliseconds = 500.0
    /// The interval at which it checks for an interruption.
    private static let pollMilliseconds: Int32 = 10

    private let server: String?
    private let role: String
    private let mayStart: Bool
    private var sampleRate = 0
    private var connection: PulseConnection?
    private var stream: OpaquePointer?
    /// The end of playback of the written sound, in monotonic milliseconds.
    private var playbackEnd = 0.0

    /// Creates the sink; connects later.
    ///
    /// - Parameters:
    ///   - server: The address of the server; `nil` for that of the session.
    ///   - role: The media role.
    ///   - mayStart: Whether a server may be started, if the session is configured for it.
    package init(server: String? = nil, role: String = "announce", mayStart: Bool = true) {
        self.server = server
        self.role = role
        self.mayStart = mayStart
    }

    package func open(sampleRate: Int) throws(SpeechError) {
        self.sampleRate = sampleRate
        _ = try connect()
    }

    package func prepare() throws(SpeechError) {
        if let connection, !connection.isAlive { drop() }
        _ = try openStream()
    }

    package func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) throws(SpeechError) -> Int {
        let (connection, stream) = try openStream()
        var room = 0
        try attempt { () throws(SpeechError) in
            let patience = (MonotonicInstant.now.seconds * 1000) + PulseConnection.timeoutMilliseconds
            try connection.turn(milliseconds: 0)
            room = try self.room(of: stream)
            while room < 2, !isInterrupted() {
                guard (MonotonicInstant.now.seconds * 1000) < patience else {
                    throw .soundServer(reason: "it takes no sound")
                }
                try connection.turn(milliseconds: Self.pollMilliseconds)
                room = try self.room(of: stream)
            }
        }
        let count = min(room / 2, samples.count)
        guard count > 0 else { return 0 }
        try attempt { () throws(SpeechError) in
            guard pa_stream_write(stream, samples.baseAddress, count * 2, nil, 0, PA_SEEK_RELATIVE) >= 0 else {
                throw connection.failure
            }
            try connection.turn(milliseconds: 0)
        }
        playbackEnd =
            max(playbackEnd, (MonotonicInstant.now.seconds * 1000)) + Double(count) / Double(sampleRate) * 1000
        return count
    }

    package func endSentence(isCut: (Int32) -> Bool) throws(SpeechError) {
        guard stream != nil else { return }
        // The server reports the end of playback up to two seconds late, so the end is computed.
        let latest = (MonotonicInstant.now.seconds * 1000) + Self.bufferMilliseconds + Self.maxLatencyMilliseconds
        let deadline = min(playbackEnd, latest)
        var left = deadline - (MonotonicInstant.now.seconds * 1000)
        while left > 0 {
            if isCut(Int32(clamping: left.rounded(.up))) { return try abandonSentence() }
            left = deadline - (MonotonicInstant.now.seconds * 1000)
        }
    }

    package func abandonSentence() throws(SpeechError) {
        playbackEnd = 0
        guard let connection, let stream else { return }
        try attempt { () throws(SpeechError) in
            try connection.complete(pa_stream_flush(stream, nil, nil))
            if pa_stream_is_corked(stream) == 1 { try connection.complete(pa_stream_cork(stream, 0, nil, nil)) }
        }
    }

    package func hold(_ isHeld: Bool) throws(SpeechError) {
        guard let connection, let stream else { return }
        try attempt { () throws(SpeechError) in
            try connection.complete(pa_stream_cork(stream, isHeld ? 1 : 0, nil, nil))
        }
    }

    package func rest() {
        guard let open = stream else { return }
        stream = nil
        playbackEnd = 0
        pa_stream_disconnect(open)
        do throws(SpeechError) {
            try connection?.wait { pa_stream_get_state(open) == PA_STREAM_TERMINATED }
        } catch {
            // A server that does not respond is abandoned; the next sentence connects again.
            connection = nil
        }
        pa_stream_unref(open)
    }

    package func close() {
        rest()
        connection = nil
    }

    deinit { close() }

    private func connect() throws(SpeechError) -> PulseConnection {
        if let connection { return connection }
        let made = try PulseConnection(server: server, mayStart: mayStart)
        connection = made
        return made
    }

    private func openStream() throws(SpeechError) -> (PulseConnection, OpaquePointer) {
        if let stream, let connection, pa_stream_get_state(stream) == PA_STREAM_READY { return (connection, stream) }
        // The stream is useless without its connection.
        if stream != nil { drop() }
        let connection = try connect()
        var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(sampleRate), channels: 1)
        func bytes(_ milliseconds: Double) -> UInt32 {
            UInt32(pa_usec_to_bytes(UInt64(clamping: milliseconds * 1000), &format))
        }
        let unset = UInt32.max
        var buffer = pa_buffer_attr(
            maxlength: unset, tlength: bytes(Self.bufferMilliseconds), prebuf: bytes(Self.firstMilliseconds),
            minreq: unset, fragsize: unset)
        let made = try connection.makeStream(&format, role: role)
        stream = made
        let flags = pa_stream_flags_t(
            PA_STREAM_INTERPOLATE_TIMING.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
                | PA_STREAM_ADJUST_LATENCY.rawValue)
        try attempt { () throws(SpeechError) in
            guard pa_stream_connect_playback(made, nil, &buffer, flags, nil, nil) >= 0 else { throw connection.failure }
            try connection.wait { () throws(SpeechError) in
                switch pa_stream_get_state(made) {
                case PA_STREAM_READY: return true
                case PA_STREAM_FAILED, PA_STREAM_TERMINATED: throw connection.failure
                default: return false
                }
            }
        }
        playbackEnd = (MonotonicInstant.now.seconds * 1000) + Self.bufferMilliseconds
        return (connection, made)
    }

    /// Returns the bytes that the server accepts now.
    private func room(of stream: OpaquePointer) throws(SpeechError) -> Int {
        guard pa_stream_get_state(stream) == PA_STREAM_READY else {
            throw .soundServer(reason: "it has closed the stream")
        }
        let room = pa_stream_writable_size(stream)
        guard room >= 0, room != .max else { throw .soundServer(reason: "it has closed the stream") }
        return Int(room)
    }

    /// Runs an operation on the server. After a failure the next sentence connects again.
    private func attempt(_ body: () throws(SpeechError) -> Void) throws(SpeechError) {
        do throws(SpeechError) {
            try body()
        } catch {
            drop()
            throw error
        }
    }

    private func drop() {
        if let stream {
            pa_stream_disconnect(stream)
            pa_stream_unref(stream)
        }
        stream = nil
        connection = nil
        playbackEnd = 0
    }
}
