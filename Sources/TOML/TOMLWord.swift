/// Values that are written without quotes: `true`, `1_000`, `0xFF`, `1.5e3`, `inf`, `1979-05-27T07:32:00Z`.
enum TOMLWord {
    /// The value of a word; `nil` if it is not a value.
    static func value(of word: ArraySlice<UInt8>) -> TOMLValue? {
        let text = String(decoding: word, as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "inf", "+inf": return .number(.infinity)
        case "-inf": return .number(-.infinity)
        case "nan", "+nan", "-nan": return .number(.nan)
        default: break
        }
        if isTime(word) { return .time(text) }
        if let radix = radix(of: word) { return prefixed(word.dropFirst(2), radix: radix) }
        return decimal(word)
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    // MARK: - Numbers

    private static func radix(of word: ArraySlice<UInt8>) -> Int? {
        guard word.first == UInt8(ascii: "0"), let letter = word.dropFirst().first else { return nil }
        switch letter {
        case UInt8(ascii: "x"): return 16
        case UInt8(ascii: "o"): return 8
        case UInt8(ascii: "b"): return 2
        default: return nil
        }
    }

    private static func prefixed(_ digits: ArraySlice<UInt8>, radix: Int) -> TOMLValue? {
        guard let plain = withoutGaps(digits, isHexadecimal) else { return nil }
        return Int64(plain, radix: radix).map(TOMLValue.integer)
    }

    private static func decimal(_ word: ArraySlice<UInt8>) -> TOMLValue? {
        let unsigned = word.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard word.count - unsigned.count <= 1 else { return nil }
        let sign = word.first == UInt8(ascii: "-") ? "-" : ""
        let whole = unsigned.prefix { isDigit($0) || $0 == UInt8(ascii: "_") }
        guard let wholeDigits = withoutGaps(whole, isDigit) else { return nil }
        // A leading zero means octal in other languages.
        guard wholeDigits.count == 1 || wholeDigits.first != "0" else { return nil }
        var rest = unsigned[whole.endIndex...]
        if rest.isEmpty { return Int64(sign + wholeDigits).map(TOMLValue.integer) }
        var text = sign + wholeDigits
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { isDigit($0) || $0 == UInt8(ascii: "_") }
            guard let digits = withoutGaps(fraction, isDigit) else { return nil }
            text += "." + digits
            rest = rest[fraction.endIndex...]
        }
        if let letter = rest.first {
            guard letter | 0x20 == UInt8(ascii: "e") else { return nil }
            var exponent = rest.dropFirst()
            text += "e"
            if let sign = exponent.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                text += sign == UInt8(ascii: "-") ? "-" : ""
                exponent = exponent.dropFirst()
            }
            guard let digits = withoutGaps(exponent, isDigit) else { return nil }
            text += digits
        }
        return Double(text).map(TOMLValue.number)
    }

    /// Digits without the `_` between them; `nil` if there are none, or if an underscore is not between digits.
    private static func withoutGaps(_ digits: ArraySlice<UInt8>, _ isDigit: (UInt8) -> Bool) -> String? {
        let groups = digits.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return nil }
        return String(decoding: groups.joined(), as: UTF8.self)
    }

    // MARK: - Dates and Times

    /// Whether the word is `YYYY-MM-DD`.
    static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
        guard let numbers = numbers(in: word, form: "0000-00-00") else { return false }
        return (1...12).contains(numbers[1]) && (1...31).contains(numbers[2])
    }

    private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count >= 8, word.dropFirst(2).first == UInt8(ascii: ":") || word.count >= 10 else { return false }
        if word.dropFirst(2).first == UInt8(ascii: ":") { return isTimeOfDay(word, mayHaveOffset: false) }
        guard isDate(word.prefix(10)) else { return false }
        guard let between = word.dropFirst(10).first else { return true }
        return (between | 0x20 == UInt8(ascii: "t") || between == 0x20)
            && isTimeOfDay(word.dropFirst(11), mayHaveOffset: true)
    }

    private static func isTimeOfDay(_ word: ArraySlice<UInt8>, mayHaveOffset: Bool) -> Bool {
        guard let numbers = numbers(in: word.prefix(8), form: "00:00:00"), numbers[0] < 24, numbers[1] < 60,
            numbers[2] <= 60
        else { return false }
        var rest = word.dropFirst(8)
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest[fraction.endIndex...]
        }
        guard let first = rest.first else { return true }
        guard mayHaveOffset else { return false }
        if first | 0x20 == UInt8(ascii: "z") { return rest.count == 1 }
        guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-"),
            let offset = Self.numbers(in: rest.dropFirst(), form: "00:00")
        else { return false }
        return offset[0] < 24 && offset[1] < 60
    }

    /// The numbers of a word of the form `form`, in which each 0 stands for a digit; `nil` if it has another form.
    private static func numbers(in word: ArraySlice<UInt8>, form: String) -> [Int]? {
        guard word.count == form.utf8.count else { return nil }
        var numbers = [0]
        for (byte, expected) in zip(word, form.utf8) {
            if expected == UInt8(ascii: "0") {
                guard isDigit(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
            } else {
                guard byte == expected else { return nil }
                numbers.append(0)
            }
        }
        return numbers
    }
}
