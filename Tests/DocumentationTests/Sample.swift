import Foundation

/// Sample output of a page: `…` matches any text, and every number any number.
struct Sample {
    private let lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: true).map { Self.plain(String($0)) }
    }

    /// The first line of the sample that is missing in the output; `nil` if it has all lines in order.
    func missing(in output: String) -> String? {
        var rest = output.split(whereSeparator: \.isNewline).map { Self.plain(String($0)) }[...]
        var isAnywhere = true
        for line in lines {
            if line == "…" {
                isAnywhere = true
                continue
            }
            let found =
                isAnywhere ? rest.firstIndex { matches($0, line) } : isNext(line, in: rest) ? rest.startIndex : nil
            guard let found else { return line }
            rest = rest[(found + 1)...]
            isAnywhere = false
        }
        return nil
    }

    /// The line with single spaces and a zero for every number.
    private static func plain(_ line: String) -> String {
        line.trimmingCharacters(in: .whitespaces).replacing(/\s+/, with: " ").replacing(/[0-9]+/, with: "0")
    }

    private func isNext(_ line: String, in rest: ArraySlice<String>) -> Bool {
        rest.first.map { matches($0, line) } ?? false
    }

    private func matches(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…").map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return line == pattern }
        guard line.hasPrefix(first), line.hasSuffix(last) else { return false }
        var rest = line.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
