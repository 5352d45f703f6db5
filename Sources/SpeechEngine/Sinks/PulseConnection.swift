import CPulse
import Platform

/// A connection to a sound server, driven by the thread that uses it. Every call has a timeout, in case the server
/// hangs.
final class PulseConnection {
    /// The maximum wait for a response of the server.
    static let timeoutMilliseconds = 2000.0

    private let loop: OpaquePointer
    private let context: OpaquePointer

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - server: The address of the server; `nil` for that of the session.
    ///   - mayStart: Whether a server may be started, if the session is configured for it.
    init(server: String?, mayStart: Bool) throws(SpeechError) {
        guard let loop = pa_mainloop_new() else { throw .soundServer(reason: "out of memory") }
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "navbus")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "navigation")
        guard let context = pa_context_new_with_proplist(pa_mainloop_get_api(loop), "navbus", properties) else {
            pa_mainloop_free(loop)
            throw .soundServer(reason: "out of memory")
        }
        self.loop = loop
        self.context = context
        let flags = mayStart ? PA_CONTEXT_NOFLAGS : PA_CONTEXT_NOAUTOSPAWN
        guard pa_context_connect(context, server, flags, nil) >= 0 else { throw failure }
        try wait { pa_context_get_state(context) == PA_CONTEXT_READY }
    }

    deinit {
        pa_context_disconnect(context)
        pa_context_unref(context)
        pa_mainloop_free(loop)
    }

    /// Whether the connection still exists; handles pending events first.
    var isAlive: Bool {
        do throws(SpeechError) {
            // The event of an end follows all other pending events.
            for _ in 0..<8 { try turn(milliseconds: 0) }
            return true
        } catch {
            return false
        }
    }

    /// The error of the connection.
    var failure: SpeechError { .soundServer(reason: String(cString: pa_strerror(pa_context_errno(context)))) }

    /// Creates a stream that is not yet connected.
    ///
    /// - Parameters:
    ///   - format: The sample format.
    ///   - role: The media role, by which the server decides which other sound it turns down.
    func makeStream(_ format: inout pa_sample_spec, role: String) throws(SpeechError) -> OpaquePointer {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role)
        guard let stream = pa_stream_new_with_proplist(context, "announcement", &format, nil, properties) else {
            throw failure
        }
        return stream
    }

    /// Handles pending events, and waits up to this time for one.
    func turn(milliseconds: Int32) throws(SpeechError) {
        guard pa_mainloop_prepare(loop, milliseconds * 1000) >= 0, pa_mainloop_poll(loop) >= 0,
            pa_mainloop_dispatch(loop) >= 0
        else { throw .soundServer(reason: "its connection is broken") }
        switch pa_context_get_state(context) {
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED, PA_CONTEXT_UNCONNECTED: throw failure
        default: break
        }
    }

    /// Waits until a condition holds.
    func wait(until isSo: () throws(SpeechError) -> Bool) throws(SpeechError) {
        let end = (MonotonicInstant.now.seconds * 1000) + Self.timeoutMilliseconds
        while try !isSo() {
            guard (MonotonicInstant.now.seconds * 1000) < end else { throw .soundServer(reason: "it does not answer") }
            try turn(milliseconds: 20)
        }
    }

    /// Waits until the server has completed an operation.
    func complete(_ operation: OpaquePointer?) throws(SpeechError) {
        guard let operation else { throw failure }
        defer { pa_operation_unref(operation) }
        try wait { pa_operation_get_state(operation) != PA_OPERATION_RUNNING }
    }
}
