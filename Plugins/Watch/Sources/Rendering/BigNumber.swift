import Pictures

/// Large digits of half blocks, three rows high, which are readable from a distance.
enum BigNumber {
    static let rows = 3

    /// Five lines of three dots each, from top to bottom, left to right.
    private static let digits: [Character: [UInt8]] = [
        "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7], "4": [5, 5, 7, 1, 1],
        "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 2, 2], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7],
        ".": [0, 0, 0, 0, 1],
    ]

    /// The rows of a number; `nil` if it has characters other than digits and a point.
    static func lines(_ number: String) -> [String]? {
        var lines = ["", "", ""]
        for character in number {
            guard let dots = digits[character] else { return nil }
            let columns = character == "." ? [1] : [4, 2, 1] as [UInt8]
            for row in 0..<rows {
                let (upper, lower) = (dots[row * 2], row == 2 ? 0 : dots[row * 2 + 1])
                for column in columns { lines[row].append(block(upper & column != 0, lower & column != 0)) }
                lines[row].append(" ")
            }
        }
        return lines
    }

    private static func block(_ upper: Bool, _ lower: Bool) -> Character {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
