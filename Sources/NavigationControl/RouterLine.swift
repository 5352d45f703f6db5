public import NavigationEvents

/// A router's line to the bus: hears what guidance asks for, of every session, and brings the answers.
///
///     try context.router.start { session, request in … }   // asked, or no longer asked
///     context.router.answer(RouteAnswer(number: request.number, outcome: .route(route)), session: session)
///
/// A request stands in every event until it is answered or withdrawn; the line hands each one out once, also over a
/// restart of the bus, and repeats an answer until the bus has taken it. It needs the role `router` in the manifest.
public protocol RouterLine: Sendable {
    /// Begins to listen.
    ///
    /// - Parameter hear: What a session asks for now, and `nil` when it asks no longer: a new request takes the place of the
    ///   one before. Called on a thread of the line; it must not block.
    /// - Throws: when there can be no thread for it.
    func start(_ hear: @escaping @Sendable (Session, RouteRequest?) -> Void) throws

    /// Answers, from any thread; never blocks. An answer to what is no longer asked is dropped.
    func answer(_ answer: RouteAnswer, session: Session)

    /// Ends; safe before ``start(_:)`` and twice. Nothing is heard afterwards.
    func stop()
}

/// The line of a control that is no router: nobody asks it anything.
struct ClosedRouterLine: RouterLine {
    func start(_ hear: @escaping @Sendable (Session, RouteRequest?) -> Void) {}
    func answer(_ answer: RouteAnswer, session: Session) {}
    func stop() {}
}
