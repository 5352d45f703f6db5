public import NavigationEvents

/// A control's line to the bus for what a person could ask as well: a button that repeats or mutes, a compass that is
/// worn.
///
///     context.requests.ask { .repeatAnnouncement($0) }
///
/// What is asked goes out in the order of asking, on a thread of its own. What the bus refuses, or does not answer within
/// two seconds, is given up and reported as a warning, once for each reason; of headings that wait only the newest is
/// sent. Which requests are taken is a matter of the roles in the control's manifest.
public protocol RequestLine: Sendable {
    /// Asks, from any thread; never waits.
    ///
    /// - Parameter request: Makes the request for the session that the control follows; called at once.
    func ask(_ request: (Session) -> Request)
}

/// The line of a control that has no bus: nobody hears what it asks.
struct ClosedRequestLine: RequestLine {
    func ask(_ request: (Session) -> Request) {}
}
