import Foundation

/// A page of the contract, taken apart.
struct ContractPage {
    /// Bytes of a message and the JSON beside them.
    struct Sample {
        var message: String
        var bytes: [UInt8]
        var json: String
    }

    let name: String
    let text: String

    static func all() throws -> [ContractPage] {
        try FileManager.default.contentsOfDirectory(atPath: ContractPlace.pages.path)
            .filter { $0.hasSuffix(".md") }.sorted().map { name in
                let text = try String(contentsOf: ContractPlace.pages.appending(path: name), encoding: .utf8)
                return ContractPage(name: name, text: text)
            }
    }

    /// What stands in hex, and the JSON that follows it.
    var samples: [Sample] { samples(behind: #/`(\w+)`, \d+ bytes?:\n\n```hex\n([^`]*)```\n\n```json\n([^`]*)```/#) }

    /// The same for bytes of a later version.
    var newerSamples: [Sample] {
        samples(behind: #/`(\w+)` of a later version:\n\n```newer\n([^`]*)```\n\n```json\n([^`]*)```/#)
    }

    private func samples(behind pattern: Regex<(Substring, Substring, Substring, Substring)>) -> [Sample] {
        text.matches(of: pattern).map { match in
            Sample(
                message: String(match.output.1), bytes: bytes(hex: String(match.output.2)),
                json: oneLine(String(match.output.3)))
        }
    }

    /// Texts, or messages in brackets, and the frames they are said to be.
    var frames: [(text: String, bytes: [UInt8])] {
        text.components(separatedBy: "```frames\n").dropFirst().flatMap { block in
            (block.components(separatedBy: "```").first ?? "").split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                return (String(words.dropLast().last ?? ""), bytes(hex: String(words.last ?? "")))
            }
        }
    }

    /// The numbers of its clauses, in order.
    var clauses: [String] { text.matches(of: #/\n- \*\*([A-Z]-\d+)\*\* /#).map { String($0.1) } }
}

/// The bytes of words in hex.
func bytes(hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// JSON that was broken into lines, as it is printed.
private func oneLine(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined()
}
