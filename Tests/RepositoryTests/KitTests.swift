import Foundation
import Testing

/// The kits of other languages follow navbus: its version, and the numbers of its contract.
struct KitTests {
    /// The version of navbus, as written in its source.
    private static func version() throws -> String {
        let match = try Repository.text("Sources/Platform/Version.swift").text.firstMatch(of: /current = "([0-9.]+)"/)
        return String(try #require(match).1)
    }

    @Test func `libnavbus and the Python kit have the version of navbus`() throws {
        let version = try Self.version()
        let header = try Repository.text("libnavbus/navbus.h").text
        #expect(header.contains("#define NAVBUS_VERSION \"\(version)\"\n"))
        for (name, number) in zip(["MAJOR", "MINOR", "PATCH"], version.split(separator: ".")) {
            #expect(header.contains("#define NAVBUS_VERSION_\(name) \(number)\n"))
        }
        #expect(try Repository.text("examples/python/pyproject.toml").text.contains("\nversion = \"\(version)\"\n"))
    }

    @Test func `the enumerations of libnavbus are those of the contract`() throws {
        let contract = try Self.enumerations(in: "proto/navbus/v1/events.proto", prefix: "")
        let library = try Self.enumerations(in: "libnavbus/navbus.h", prefix: "NAVBUS_")
        #expect(library.count > 10)
        for (first, members) in library { #expect(contract[first] == members, "\(first)") }
    }

    /// The members of each enumeration with their numbers, by the name of its member 0.
    private static func enumerations(in path: String, prefix: String) throws -> [String: [String: Int]] {
        var found: [String: [String: Int]] = [:]
        var first = ""
        for line in try Repository.text(path).lines {
            let words = line.trimmingCharacters(in: .whitespaces).split(separator: " ")
            guard words.count == 3, words[1] == "=", words[0].hasPrefix(prefix),
                let number = Int(words[2].filter(\.isNumber)), words[2].allSatisfy({ $0.isNumber || ",;".contains($0) })
            else { continue }
            let name = String(words[0].dropFirst(prefix.count))
            // These are numbers of the library itself.
            if prefix != "" && (name.hasPrefix("EXIT_") || name.hasPrefix("ACTION_") || name.hasPrefix("FIELD_")) {
                continue
            }
            guard words[0].allSatisfy({ $0.isUppercase || $0.isNumber || $0 == "_" }) else { continue }
            if number == 0 { first = name }
            found[first, default: [:]][name] = number
        }
        return found
    }
}
