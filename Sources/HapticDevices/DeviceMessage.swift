/// A message of a device.
package enum DeviceMessage: Hashable, Sendable {
    /// Its button was released after this time.
    case button(heldMilliseconds: Int)
    /// The charge of its battery, 0...100.
    case battery(percent: Int)
    /// The heading of its compass, degrees clockwise from magnetic north, 0..<360, and its standard deviation if known.
    case heading(degrees: Double, accuracyDegrees: Double?)
    /// A text to report.
    case text(String)
}
