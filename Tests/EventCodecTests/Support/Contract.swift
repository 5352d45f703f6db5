import Foundation

/// The contract as declared in `proto/navbus/v1`, read line by line: the files have one declaration a line.
struct Contract {
    struct Field {
        var name: String
        var type: String
        var isCommented: Bool
    }

    var messages: [String: [UInt32: Field]] = [:]
    /// Members by number.
    var enumerations: [String: [Int32: String]] = [:]
    /// Declarations without a comment before them, except members of enumerations.
    var uncommented: [String] = []

    static let folder = Place.package.appending(path: "proto")
    static let files = ["navbus/v1/events.proto", "navbus/v1/bus.proto"]

    init() throws {
        for file in Self.files {
            let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            read(
                text.split(separator: "\n", omittingEmptySubsequences: false).map {
                    $0.trimmingPrefix(while: \.isWhitespace)
                })
        }
    }

    private mutating func read(_ lines: [Substring]) {
        var message = ""
        var enumeration = ""
        var isCommented = false
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            defer { isCommented = line.hasPrefix("//") }
            guard let first = words.first, first != "//" else { continue }
            switch first {
            case "message":
                message = words[1]
                messages[message] = [:]
                if !isCommented { uncommented.append(message) }
            case "enum":
                enumeration = words[1]
                enumerations[enumeration] = [:]
                if !isCommented { uncommented.append(enumeration) }
            case "oneof":
                if !isCommented { uncommented.append("\(message).\(words[1])") }
            case "}": enumeration = ""
            case "syntax", "package", "import": break
            default: readMember(line, of: message, enumeration, isCommented: isCommented)
            }
        }
    }

    private mutating func readMember(
        _ line: Substring, of message: String, _ enumeration: String, isCommented: Bool
    ) {
        guard let equals = line.firstIndex(of: "="), let end = line.firstIndex(of: ";") else { return }
        let number = line[line.index(after: equals)..<end].trimmingCharacters(in: .whitespaces)
        let words = line[..<equals].split(separator: " ").map(String.init)
        guard let name = words.last else { return }
        if let number = Int32(number), !enumeration.isEmpty {
            enumerations[enumeration]?[number] = name
        } else if let number = UInt32(number) {
            let type = words.dropLast().filter { $0 != "optional" && $0 != "repeated" }.joined(separator: " ")
            messages[message]?[number] = Field(name: name, type: type, isCommented: isCommented)
            if !isCommented { uncommented.append("\(message).\(name)") }
            if type.hasPrefix("map<") { addEntry(ofMap: type) }
        }
    }
}

extension Contract {
    /// On the wire the entries of a map are messages of a key and a value.
    private mutating func addEntry(ofMap type: String) {
        let types = type.dropFirst(4).dropLast().split(separator: ", ").map(String.init)
        messages[type] = [
            1: Field(name: "key", type: types[0], isCommented: true),
            2: Field(name: "value", type: types[1], isCommented: true),
        ]
    }
}

/// The paths of the package.
enum Place {
    static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    static let package = tests.deletingLastPathComponent().deletingLastPathComponent()
    static let samples = package.appending(path: "Tests/Samples/v1")
}
