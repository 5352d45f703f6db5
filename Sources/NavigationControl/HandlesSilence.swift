/// A control that ends its effects when the bus is silent: a continuous vibration, a sign on a display.
public protocol HandlesSilence: NavigationControl {
    /// Called when nothing of guidance has come from the bus for five seconds, not even a fix, and again every eight
    /// seconds while that lasts; not before the first event. A continuous effect must end, because its guidance may be
    /// wrong by now. Reports and headings do not end a silence.
    mutating func onSilence()
}
