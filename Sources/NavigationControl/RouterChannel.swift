public import NavigationEvents

/// The connection of a router to the bus: it receives the route requests of all sessions and sends the answers.
///
///     try context.router.start { session, request in … }   // a request, or its withdrawal
///     context.router.answer(RouteAnswer(number: request.number, outcome: .route(route)), session: session)
///
/// A request is part of every event until it is answered or withdrawn. The connection hands out each request once, even
/// after a restart of the bus, and repeats an answer until the bus has accepted it. The manifest needs the role
/// `router`.
public protocol RouterChannel: Sendable {
    /// Begins to receive requests.
    ///
    /// - Parameter onRequest: Called with the current request of a session, and with `nil` when it is withdrawn. A new
    ///   request replaces the previous one. Called on a thread of the connection; it must not block.
    /// - Throws: An error if the thread cannot be started.
    func start(_ onRequest: @escaping @Sendable (Session, RouteRequest?) -> Void) throws

    /// Sends an answer, from any thread; never blocks. An answer to a withdrawn request is dropped.
    func answer(_ answer: RouteAnswer, session: Session)

    /// Ends the connection; safe to call before ``start(_:)`` and twice. No request is handed out afterwards.
    func stop()
}

/// Does nothing: for a control that is no router.
struct ClosedRouterChannel: RouterChannel {
    func start(_ onRequest: @escaping @Sendable (Session, RouteRequest?) -> Void) {}
    func answer(_ answer: RouteAnswer, session: Session) {}
    func stop() {}
}
