import Platform

/// A heading as text: degrees and, after a space, an optional standard deviation.
package struct HeadingLine: Equatable {
    /// The text is no heading. The description is a line for people.
    package struct Problem: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// The angle, at least 0 and less than 360.
    package let degrees: Double
    /// The standard deviation, 0 to 180 degrees; `nil` if the text has none.
    package let accuracyDegrees: Double?

    /// Reads `87.5` or `87.5 5`.
    package init(_ text: String) throws(Problem) {
        let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard (1...2).contains(words.count), let degrees = Self.number(words[0]), degrees < 360 else {
            throw Problem(
                description:
                    "\"\(String(text.prefix(40)).printable)\" is no heading; write degrees, 0 to less than 360, as 87.5"
            )
        }
        self.degrees = degrees
        guard let second = words.dropFirst().first else {
            accuracyDegrees = nil
            return
        }
        accuracyDegrees = try Self.accuracy(second)
    }

    /// Reads a standard deviation in degrees.
    package static func accuracy(_ text: some StringProtocol) throws(Problem) -> Double {
        guard let accuracy = number(text), accuracy <= 180 else {
            throw Problem(
                description:
                    "\"\(String(text.prefix(40)).printable)\" is no standard deviation; write degrees, 0 to 180, as 5")
        }
        return accuracy
    }

    /// Reads digits with an optional fraction. Signs, exponents and other bases are refused as typing errors.
    private static func number(_ text: some StringProtocol) -> Double? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { digits.contains($0) } }) else {
            return nil
        }
        return Double(String(text))
    }
}
