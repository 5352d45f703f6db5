import EventBus
import NavigationEvents

extension GuidanceLoop {
    /// Publishes a command of a person to the controls.
    ///
    /// - Throws: ``RequestError`` if no control executes commands.
    func publish(action: ControlAction) throws(RequestError) {
        // Events that a killed bus did not publish keep their numbers.
        resume()
        let session = session
        try bus.assumeIsolated { bus in
            Result { () throws(RequestError) in try bus.publish(action: action, session: session) }
        }.get()
    }
}
