extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number in hexadecimal with all digits of its type: "00c0ffee".
    public var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}
