import Foundation
import Testing

@Suite("Parsers and the fuzzer")
struct FuzzTests {
    /// Files with the targets of the fuzzer.
    private static let targets = "Fuzz/Sources/Targets"

    /// Parameter types of bytes from outside.
    private static let bytes = [
        "[UInt8]", "ArraySlice<UInt8>", "some Sequence<UInt8>", "some Collection<UInt8>", "UnsafeRawBufferPointer",
        "RawSpan", "Span<UInt8>", "Data",
    ]
    /// Parameter types of texts from outside.
    private static let texts = ["String", "Substring", "some StringProtocol"]
    /// Parameter names of texts from outside.
    private static let textNames: Set<Substring> = [
        "text", "line", "word", "document", "json", "header", "written", "hex",
    ]

    /// Every function that makes a value of bytes or of a text from outside counts as a parser; there is no list.
    @Test func `every parser has a fuzz target`() throws {
        let targets = try Repository.texts(below: [Self.targets], ending: [".swift"]).map(\.text).joined()
        let known = Set(targets.split { !($0.isLetter || $0.isNumber || $0 == "_") })
        let folders = ["Sources", "Tools"] + (try Repository.controls().map { "Plugins/\($0)/Sources" })
        var count = 0
        for file in try Repository.texts(below: folders, ending: [".swift"]) {
            for parser in Self.parsers(in: file) {
                count += 1
                if known.isDisjoint(with: parser.types) {
                    Issue.record(
                        """
                        \(file.path):\(parser.line) reads what others wrote, and no target of the fuzzer names \
                        \(parser.types.sorted().joined(separator: " or ")): add a target in \(Self.targets), or the \
                        type to what a target there reaches
                        """)
                }
            }
        }
        #expect(count > 30, "the parsers were not recognized")
    }

    @Test func `every fuzz target is in the list of targets`() throws {
        let list = try Repository.text("\(Self.targets)/FuzzTarget+All.swift").text
        for file in try Repository.texts(below: [Self.targets], ending: [".swift"]) {
            for line in file.lines where line.hasPrefix("    static let ") {
                let words = line.split { !($0.isLetter || $0.isNumber) }
                guard words.count > 3,
                    line.contains("= FuzzTarget(") || line.contains("= message(") || line.contains("= document(")
                else { continue }
                if !list.contains(".\(words[2]),") {
                    Issue.record("\(file.path): FuzzTarget.all lacks \(words[2])")
                }
            }
        }
    }

    @Test func `the types that a target names exist`() throws {
        let sources = try Repository.texts(below: ["Sources", "Plugins", "Tools"], ending: [".swift"]).map(\.text)
            .joined()
        for file in try Repository.texts(below: [Self.targets], ending: [".swift"]) {
            for list in file.text.components(separatedBy: "reaches: [").dropFirst() {
                for quoted in list.prefix(while: { $0 != "]" }).split(
                    separator: "\"", omittingEmptySubsequences: false
                ).enumerated()
                where quoted.offset % 2 == 1 {
                    let exists = ["struct ", "class ", "enum ", "extension "].contains {
                        sources.contains($0 + quoted.element + " ") || sources.contains($0 + quoted.element + ":")
                    }
                    if !exists { Issue.record("\(file.path): the type \(quoted.element) does not exist") }
                }
            }
        }
    }

    // MARK: - Finding parsers

    private struct Parser {
        var line: Int
        /// The enclosing types and the noun of the file.
        var types: Set<Substring>
    }

    private static func parsers(in file: Repository.TextFile) -> [Parser] {
        let noun = file.path.split(separator: "/").last?.split { $0 == "+" || $0 == "." }.first ?? ""
        var open: [(indent: Int, name: Substring, isPrivate: Bool)] = []
        var found: [Parser] = []
        for (number, line) in file.lines.enumerated() {
            let indent = line.prefix { $0 == " " }.count
            let words = line.split { " :<(".contains($0) }
            if let kind = words.firstIndex(where: { ["struct", "class", "enum", "extension", "actor"].contains($0) }),
                kind < 4, kind + 1 < words.count, line.hasSuffix("{")
            {
                open.removeAll { $0.indent >= indent }
                let isPrivate = words[..<kind].contains { $0.hasSuffix("private") }
                open.append((indent, words[kind + 1].split(separator: ".").last ?? "", isPrivate))
            }
            guard let head = head(at: number, of: file.lines), isParser(head) else { continue }
            let around = open.filter { $0.indent < indent }
            // Private functions are reached through functions that are not private.
            if around.first?.isPrivate == true { continue }
            found.append(Parser(line: number + 1, types: Set(around.map(\.name) + [noun])))
        }
        return found
    }

    /// The declaration of a function or initializer that begins on a line, up to its body; `nil` for other lines and
    /// for private declarations.
    private static func head(at number: Int, of lines: [String]) -> String? {
        let line = lines[number].drop { $0 == " " }
        let words = line.split { " (?<".contains($0) }
        guard let keyword = words.prefix(5).firstIndex(where: { $0 == "init" || $0 == "func" }),
            !line.hasPrefix("//"), !words[..<keyword].contains(where: { $0.hasSuffix("private") })
        else { return nil }
        var head = String(line)
        for next in lines[(number + 1)...].prefix(6) where !head.contains("{") { head += " " + next.drop { $0 == " " } }
        return String(head.prefix { $0 != "{" })
    }

    private static func isParser(_ head: String) -> Bool {
        let halves = head.components(separatedBy: "->")
        let result = halves.count > 1 ? halves[halves.count - 1].drop { $0 == " " } : ""
        let isInit = head.contains("init(") || head.contains("init?(")
        let parameters = head.split { "(,".contains($0) }.dropFirst()
        func has(_ types: [String], _ names: Set<Substring>? = nil) -> Bool {
            parameters.contains { parameter in
                let sides = parameter.split(separator: ":", maxSplits: 1)
                guard sides.count == 2 else { return false }
                let type = sides[1].drop { $0 == " " }
                let name = sides[0].split(separator: " ").last ?? ""
                return types.contains { type == $0 || type.hasPrefix($0 + ")") || type.hasPrefix($0 + " ") }
                    && names?.contains(name) ?? true
            }
        }
        let isPlain = ["Bool", "Int", "UInt", "String", "[UInt8]", "Void"].contains { result.hasPrefix($0) }
        if has(bytes) { return isInit || !result.isEmpty && !isPlain }
        // Only texts that may be refused count.
        let mayFail =
            head.contains("init?(") || isInit && head.contains("throws")
            || head.contains("static func")
                && (result.contains("?") || head.contains("throws") && !result.isEmpty && !isPlain)
        return mayFail && has(texts, textNames)
    }
}
