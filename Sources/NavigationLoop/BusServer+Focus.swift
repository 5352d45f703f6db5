package import EventBus
package import NavigationEvents

extension BusServer {
    /// Throws unless a session has the position or the route that a part of the map needs.
    package func check(_ focus: MapFocus, of session: Session) throws(RequestError) {
        switch focus {
        case .position:
            guard newestEvent(.onGPS, of: session) == nil else { return }
            throw RequestError(
                code: .unavailable,
                text:
                    "session \"\(session.name)\" has no position yet; wait for the first fix, or start a source of positions"
            )
        case .route: _ = try route(of: session)
        case .step(let number):
            let steps = try route(of: session).legs.flatMap(\.steps)
            guard !steps.contains(where: { $0.number == number }) else { return }
            throw .noSuchStep(number, count: steps.count)
        case .point: return
        }
    }

    /// The present route of a session.
    ///
    /// - Throws: ``RequestError`` if no navigation is active.
    package func route(of session: Session) throws(RequestError) -> Route {
        guard isNavigating(session),
            case .navigationStarted(let route)? = newest(.onNavigationStarted, of: session)?.event
        else {
            throw RequestError(
                code: .unavailable,
                text: "no navigation is active in session \"\(session.name)\"; start one first")
        }
        return route
    }
}

extension RequestError {
    static func noSuchStep(_ number: Int, count: Int) -> RequestError {
        RequestError(code: .malformed, text: "the route has no step \(number): its \(count) steps count from 0")
    }
}
