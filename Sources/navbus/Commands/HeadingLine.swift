/// A heading as people and programs write it: degrees, and perhaps a standard deviation behind a space.
struct HeadingLine: Equatable {
    /// Why it is none.
    struct Problem: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    let degrees: Double
    let accuracyDegrees: Double?

    init(_ text: String) throws(Problem) {
        let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard (1...2).contains(words.count), let degrees = Double(words[0]), (0..<360).contains(degrees) else {
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
        guard let accuracy = Double(second), accuracy.isFinite, accuracy >= 0 else {
            throw Problem(
                description:
                    "\"\(String(second.prefix(40)).printable)\" is no standard deviation; write degrees, at least 0, as 5"
            )
        }
        accuracyDegrees = accuracy
    }
}
