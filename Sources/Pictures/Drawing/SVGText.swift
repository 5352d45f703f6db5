import NavigationEvents

/// The growing bytes of an SVG; additions allocate no other memory.
struct SVGText {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(2048) }

    mutating func add(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Adds a length in units, rounded to hundredths.
    mutating func add(_ value: Double) { add(hundredths: Self.hundredths(value)) }

    /// Adds a number in its shortest form, such as `12`, `-.5` or `3.25`.
    mutating func add(hundredths value: Int) {
        if value < 0 { add("-") }
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 100)
        if whole > 0 || rest == 0 { add(digits: whole) }
        guard rest > 0 else { return }
        add(".")
        bytes.append(Self.zero + UInt8(rest / 10))
        if rest % 10 > 0 { bytes.append(Self.zero + UInt8(rest % 10)) }
    }

    /// Adds a number after another one; a minus sign needs no space.
    mutating func add(nextHundredths value: Int) {
        if value >= 0 { add(" ") }
        add(hundredths: value)
    }

    /// Adds a colour as `#rrggbb`.
    mutating func add(_ color: Color) {
        add("#")
        let rgb = color.rgb
        for shift: UInt32 in stride(from: 20, through: 0, by: -4) {
            let digit = UInt8(rgb >> shift & 15)
            bytes.append(digit < 10 ? Self.zero + digit : Self.ten + digit - 10)
        }
    }

    private mutating func add(digits value: UInt) {
        // The last digit is computed first: the digits are collected in a row before they are written.
        var (rest, row, count) = (value, UInt64(0), 0)
        repeat {
            row = row << 8 | UInt64(UInt(Self.zero) + rest % 10)
            rest /= 10
            count += 1
        } while rest > 0
        for _ in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: row))
            row >>= 8
        }
    }

    /// The value in hundredths, which are finer than any screen; 0 for values beyond any board.
    static func hundredths(_ value: Double) -> Int {
        value.isFinite && value.magnitude < 1e6 ? Int(clamping: (value * 100).rounded()) : 0
    }

    private static let zero = UInt8(ascii: "0")
    private static let ten = UInt8(ascii: "a")
}
