extension FixedWidthInteger {
    /// The whole number nearest to zero from `value`: the largest or smallest of the type where `value` is beyond it,
    /// 0 where it is no number.
    ///
    /// Numbers that came over the wire or from a file are converted with this: a plain conversion ends the process.
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
    /// The sum, or the largest or smallest number of the type where it is beyond it: for counts that came over the wire
    /// or from a file.
    @inlinable
    public func adding(clamped other: Self) -> Self {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? .min : .max) : sum
    }
}
