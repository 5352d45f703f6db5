package import NavigationEvents

/// A control that passes events on to a program, with their numbers and times.
package protocol ReceivesEnvelopes: NavigationControl {
    /// Called with the envelope of an event, just before its callback. What the kit adds by itself has none.
    mutating func willHandle(_ envelope: Envelope)
}
