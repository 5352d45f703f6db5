import EventBus
import NavigationEvents

extension GuidanceLoop {
    /// Publishes what a person asks of the controls.
    ///
    /// - Throws: If nobody would do it.
    func publish(asked action: ControlAction) throws(RequestError) {
        // What a bus that was killed did not come to publish keeps its numbers.
        resume()
        let session = session
        try bus.assumeIsolated { bus in
            Result { () throws(RequestError) in try bus.publish(asked: action, session: session) }
        }.get()
    }
}
