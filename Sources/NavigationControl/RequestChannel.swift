public import NavigationEvents

/// Sends requests of a control to the bus, mostly such that a person could also make: a button that repeats or mutes, a
/// worn compass, the receiver of a phone.
///
///     context.requests.ask { .repeatAnnouncement($0) }
///
/// Requests are sent in order, on a separate thread. A request that the bus refuses, or does not answer within two
/// seconds, is dropped and reported as a warning, once for each reason; of waiting headings and positions only the newest
/// is sent.
/// The roles in the manifest of the control decide which requests the bus accepts.
public protocol RequestChannel: Sendable {
    /// Sends a request, from any thread; never waits.
    ///
    /// - Parameters:
    ///   - request: Makes the request for the session that the control follows; called immediately.
    ///   - reply: Called with the reply, on the thread of the requests; a refusal, or a missing answer as a refusal with the
    ///     code `unavailable`, is then not reported as a warning. Not called if the control ends before.
    func ask(_ request: (Session) -> Request, reply: (@Sendable (Reply) -> Void)?)
}

extension RequestChannel {
    /// Sends a request, from any thread; never waits.
    ///
    /// - Parameter request: Makes the request for the session that the control follows; called immediately.
    public func ask(_ request: (Session) -> Request) { ask(request, reply: nil) }
}

/// Drops all requests: for a control without a bus.
struct ClosedRequestChannel: RequestChannel {
    func ask(_ request: (Session) -> Request, reply: (@Sendable (Reply) -> Void)?) {}
}
