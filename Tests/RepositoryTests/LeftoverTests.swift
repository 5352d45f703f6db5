import Testing

@Suite("Leftovers")
struct LeftoverTests {
    /// Texts that must not appear, in two halves so that this file does not contain them.
    private static let unwanted: [(text: String, why: String)] = [
        ("TO" + "DO", "finish it, or write down in a decision record why it waits"),
        ("FIX" + "ME", "fix it"),
        ("/wo" + "rk/", "this is the path of one machine"),
        ("/ho" + "me/", "this is the path of one machine"),
        ("/ro" + "ot/", "this is the path of one machine"),
        ("issue" + " #", "the repository explains itself; numbers of a tracker do not last"),
    ]

    private static let emptyCatch = "catch {" + "}"

    private static let places = [
        "Sources", "Plugins", "Tools", "Tests", "Benchmarks", "proto", "config", "examples", "docs", "packaging",
        "scripts", ".ci", "libnavbus",
        "Makefile",
        "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Package.swift",
    ]

    @Test func `no file has unfinished parts or paths of one machine`() throws {
        for file in try Self.files() {
            for (number, line) in file.lines.enumerated() {
                for (text, why) in Self.unwanted where line.contains(text) {
                    Issue.record("\(file.path):\(number + 1) has \"\(text)\": \(why)")
                }
            }
        }
    }

    @Test func `no Swift file is longer than 450 lines`() throws {
        for file in try Self.files() where file.path.hasSuffix(".swift") && file.lines.count > 451 {
            Issue.record("\(file.path) has \(file.lines.count - 1) lines: one noun per file, an aspect after a plus")
        }
    }

    @Test func `no catch block is empty`() throws {
        for file in try Self.files() where file.path.hasSuffix(".swift") {
            for (number, line) in file.lines.enumerated() where line.contains(Self.emptyCatch) {
                Issue.record("\(file.path):\(number + 1) swallows an error")
            }
        }
    }

    @Test func `no code force-unwraps or crashes on data`() throws {
        for file in try Repository.texts(below: ["Sources", "Plugins", "Tools"], ending: [".swift"]) {
            for (number, line) in file.lines.enumerated() where line.contains("try! ") || line.contains("fatalError(") {
                Issue.record("\(file.path):\(number + 1) crashes instead of reporting an error")
            }
        }
    }

    private static func files() throws -> [Repository.TextFile] {
        try places.filter(Repository.has).flatMap { place in
            place.contains(".") && !place.hasPrefix(".") || place == "Makefile"
                ? [try Repository.text(place)] : try Repository.texts(below: [place])
        }
    }
}
