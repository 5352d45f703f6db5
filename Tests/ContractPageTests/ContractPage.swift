import Foundation

/// The samples and clauses of a page of the contract.
struct ContractPage {
    /// The bytes of a message and their JSON.
    struct Sample {
        var message: String
        var bytes: [UInt8]
        var json: String
    }

    let name: String
    let text: String

    static func all() throws -> [ContractPage] {
        try FileManager.default.contentsOfDirectory(atPath: ContractPaths.pages.path)
            .filter { $0.hasSuffix(".md") }.sorted().map { name in
                let text = try String(contentsOf: ContractPaths.pages.appending(path: name), encoding: .utf8)
                return ContractPage(name: name, text: text)
            }
    }

    /// The samples: bytes in hexadecimal and the JSON after them.
    var samples: [Sample] { samples(behind: #/`(\w+)`, \d+ bytes?:\n\n```hex\n([^`]*)```\n\n```json\n([^`]*)```/#) }

    /// The samples of a later version.
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

    /// Texts, or messages in brackets, and their frames.
    var frames: [(text: String, bytes: [UInt8])] {
        text.components(separatedBy: "```frames\n").dropFirst().flatMap { block in
            (block.components(separatedBy: "```").first ?? "").split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                return (String(words.dropLast().last ?? ""), bytes(hex: String(words.last ?? "")))
            }
        }
    }

    /// The numbers of the clauses, in order.
    var clauses: [String] { text.matches(of: #/\n- \*\*([A-Z]-\d+)\*\* /#).map { String($0.1) } }
}

/// The bytes of hexadecimal words.
func bytes(hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The JSON without line breaks, as it is printed.
private func oneLine(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined()
}
