import Foundation

/// The proofs of the clauses of the contract: cases of the peer, tests, and cases of the conformance test.
///
/// A line of `Peer/clauses.txt` has clauses, a colon, and the name of a test or of a case of the conformance test:
/// `J-22 J-23: name of a test`, `L-3: exam no-bus`. The cases of the peer name their clauses themselves.
struct ClauseProofs {
    private(set) var clauses: Set<String> = []
    private var tests: Set<String> = []

    init() throws {
        let peer = ContractPaths.tests.appending(path: "Peer")
        for line in try Self.text(peer.appending(path: "clauses.txt")).split(separator: "\n") where line.first != "#" {
            let parts = line.split(separator: ":", maxSplits: 1)
            clauses.formUnion(parts[0].split(separator: " ").map(String.init))
            if parts.count > 1 { tests.insert(parts[1].trimmingCharacters(in: .whitespaces)) }
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: peer.path) where file.hasPrefix("cases_") {
            for match in try Self.text(peer.appending(path: file)).matches(of: #/@holds\(([^)]*)\)/#) {
                clauses.formUnion(match.output.1.matches(of: #/[A-Z]-\d+/#).map { String($0.output) })
            }
        }
        let exam = ContractPaths.package.appending(path: "docs/exam.md")
        if FileManager.default.fileExists(atPath: exam.path) {
            clauses.formUnion(try Self.text(exam).matches(of: #/\b[A-Z]-\d+\b/#).map { String($0.output) })
        }
    }

    /// The named tests that do not exist.
    func missing() throws -> [String] {
        var known = ""
        for folder in ["Tests", "Plugins", "Tools", "Sources/ControlConformance/Cases"] {
            let path = ContractPaths.package.appending(path: folder).resolvingSymlinksInPath()
            let files = FileManager.default.enumerator(at: path, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                if file.lastPathComponent.contains(#/Tests\.swift$|^ConformanceCase/#) { known += try Self.text(file) }
            }
        }
        return tests.filter { name in
            let signs =
                name.hasPrefix("exam ")
                ? ["name: \"\(name.dropFirst(5))\""] : ["func \(name)(", "func `\(name)`(", "@Test(\"\(name)\""]
            return !signs.contains { known.contains($0) }
        }.sorted()
    }

    private static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
