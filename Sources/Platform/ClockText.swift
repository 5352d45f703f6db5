/// Durations as on a clock.
public enum ClockText {
    /// The duration in whole seconds: "01:05", "12:34" or "1:02:34".
    ///
    /// - Parameter seconds: The duration; a negative one counts as 0, and its fraction is cut off.
    public static func text(seconds: Double) -> String {
        let whole = seconds >= 0 ? Int(exactly: seconds.rounded(.down)) ?? 0 : 0
        let tail = "\(twoDigits(whole / 60 % 60)):\(twoDigits(whole % 60))"
        return whole < 3600 ? tail : "\(whole / 3600):\(tail)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
