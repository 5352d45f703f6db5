import NavigationEvents

/// An error of a book or a page. The description completes "failed to …".
package enum BookError: Error, Hashable {
    /// The file cannot be read; `reason` is the message of the system.
    case unreadable(file: String, reason: String)
    /// The file exceeds the maximum size of a book.
    case tooLarge(file: String)
    /// The XML has a syntax error at `line` and `column`, both counted from 1.
    case malformed(file: String, line: Int, column: Int, problem: String)
    /// The binary list has a format error at a byte, counted from 0.
    case malformedBinary(file: String, byte: Int, problem: String)
    /// The property list is not a book.
    case noBook(file: String, problem: String)
    /// No page is valid; `problems` gives the reasons.
    case noPage(file: String, problems: [BookProblem])
    /// There is no page with this number. `numbers` is empty if there is no readable book.
    case missingPage(number: Int, numbers: [Int])
    /// The page with this number was skipped because of a problem.
    case brokenPage(number: Int, problem: BookProblem)
    /// The picture of a page cannot be reported.
    case picture(name: String, problem: String)
}

extension BookError: CustomStringConvertible {
    /// The rest of a sentence that begins with "failed to": what failed, where, and what to do.
    package var description: String {
        switch self {
        case .unreadable(let file, let reason):
            "read the book \(file): \(reason); name a property list that exists and is readable"
        case .tooLarge(let file):
            "read the book \(file): it is larger than \(PropertyList.Limit.bytes) bytes; "
                + "store pictures in separate files and split the rest"
        case .malformed(let file, let line, let column, let problem):
            "read the book \(file):\(line):\(column): \(problem)"
        case .malformedBinary(let file, let byte, let problem):
            "read the book \(file) at byte \(byte): \(problem); save it as XML, or once more as binary"
        case .noBook(let file, let problem):
            "find pages in the book \(file): \(problem); a book is a dictionary with an array bookPages"
        case .noPage(let file, let problems):
            "find a page in the book \(file) that can be read"
                + (problems.first.map { "; the first problem: \($0)" } ?? ": bookPages is empty")
        case .missingPage(let number, let numbers):
            numbers.isEmpty
                ? "turn a page: there is no book that can be read; correct the file in the setting \"book\""
                : "turn to page \(number): it does not exist; the pages are \(Self.ranges(numbers))"
        case .brokenPage(let number, let problem):
            "turn to page \(number): it was skipped, since \(problem)"
        case .picture(let name, let problem):
            "show the picture \(name): \(problem); name a PNG or JPEG file beside the book of at most "
                + "\(ReportedPicture.maxBytes) bytes"
        }
    }

    /// Formats a list of numbers: "1 to 4, 6".
    static func ranges(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers.sorted() {
            if let last = ranges.last, last.upperBound == number - 1 {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
            .joined(separator: ", ")
    }
}

/// A problem in a book. Its severity says whether the page is skipped.
package struct BookProblem: Hashable, Sendable, CustomStringConvertible {
    /// The consequence of a problem.
    package enum Severity: Hashable, Sendable {
        /// The page is skipped.
        case skipped
        /// The page is read. The value is kept, corrected or ignored, as the text says.
        case noted
    }

    /// The number of the page, counted from 1; 0 for the book itself.
    var page: Int
    /// The line in the file; `nil` in a binary list.
    var line: Int?
    /// The key with the problem, with the number of the utterance if there are several: "utterances[2].rate".
    var key: String
    /// The description of the problem.
    var text: String
    /// Whether the page is skipped.
    package var severity: Severity

    /// "page 3 (line 41), utterances[2].rate: …"
    package var description: String {
        let location = (page == 0 ? "the book" : "page \(page)") + (line.map { " (line \($0))" } ?? "")
        return "\(location), \(key): \(text)"
    }
}
