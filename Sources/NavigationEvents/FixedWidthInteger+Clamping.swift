extension FixedWidthInteger {
    /// Converts a floating-point number by truncation, clamped to the range of the type; NaN becomes 0.
    ///
    /// Use it for numbers from the wire or from a file: a plain conversion of a number out of range ends the process.
    @inlinable
    public init(clamping value: Double) {
        guard !value.isNaN else {
            self = 0
            return
        }
        if let exact = Self(exactly: value.rounded(.towardZero)) {
            self = exact
        } else {
            self = value < 0 ? .min : .max
        }
    }
}

extension FixedWidthInteger {
    /// The sum, clamped to the range of the type: for counts from the wire or from a file.
    @inlinable
    public func adding(clamped other: Self) -> Self {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? .min : .max) : sum
    }
}
