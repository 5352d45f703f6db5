/// Why a book cannot be read, or a page of it. The text completes "failed to …".
enum BookError: Error, Hashable {
    /// The file cannot be read; `reason` is the system's.
    case unreadable(file: String, reason: String)
    /// The file is larger than any book.
    case tooLarge(file: String, bytes: Int)
    /// The XML departs from the format at `line` and `column`, both from 1.
    case malformed(file: String, line: Int, column: Int, problem: String)
    /// The binary list departs from the format at a byte, from 0.
    case malformedBinary(file: String, byte: Int, problem: String)
    /// The list is none of a book.
    case noBook(file: String, problem: String)
    /// Not one page can be read; the problems name them.
    case noPage(file: String, problems: [BookProblem])
    /// There is no page of this number; without any numbers there is no book.
    case missingPage(number: Int, numbers: [Int])
    /// The page of this number is there, and broken.
    case brokenPage(number: Int, problem: BookProblem)
}

extension BookError: CustomStringConvertible {
    /// The rest of a sentence that begins with "failed to": the thing, the place and the way out.
    var description: String {
        switch self {
        case .unreadable(let file, let reason):
            "read the book \(file): \(reason); name a property list that exists and is readable"
        case .tooLarge(let file, let bytes):
            "read the book \(file): it has \(bytes) bytes, more than \(PropertyList.Limit.bytes); "
                + "keep pictures in files of their own and split what is left"
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
                ? "turn a page: there is no book that can be read; mend the one that the setting \"book\" names"
                : "turn to page \(number): there is none; the pages are \(Self.ranges(numbers))"
        case .brokenPage(let number, let problem):
            "turn to page \(number): it was skipped, since \(problem)"
        }
    }

    /// Numbers as people list them: "1 to 4, 6".
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

/// Something in a book that is not as it should be; whether the page can be read all the same, its severity says.
struct BookProblem: Hashable, Sendable, CustomStringConvertible {
    /// What becomes of it.
    enum Severity: Hashable, Sendable {
        /// The page is skipped.
        case skipped
        /// The page is read; what is named here is kept, corrected or ignored, as the text says.
        case noted
    }

    /// The number of the page, from 1; 0 for the book itself.
    var page: Int
    /// The line in the file, if it has lines.
    var line: Int?
    /// The key it is about, with the number of the utterance where there are several: "utterances[2].rate".
    var key: String
    /// What is wrong.
    var text: String
    var severity: Severity

    /// "page 3 (line 41), utterances[2].rate: …"
    var description: String {
        let place = (page == 0 ? "the book" : "page \(page)") + (line.map { " (line \($0))" } ?? "")
        return "\(place), \(key): \(text)"
    }
}
