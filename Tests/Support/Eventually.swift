import Glibc

/// Waits until a condition is true, which is checked about every five milliseconds.
///
/// - Parameters:
///   - seconds: The longest wait; far more than the condition needs on a busy machine.
///   - condition: The condition.
/// - Returns: Whether the condition became true.
public func eventually(within seconds: Double = 30, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if try condition() { return true }
        usleep(5000)
    }
    return try condition()
}
