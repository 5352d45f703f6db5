@testable import Platform

/// Checks that output for other programs is JSON, with the parser for answers of routing engines.
enum JSONCheck {
    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        try FuzzFinding.unless(!bytes.contains { $0 < 0x20 }, "JSON with control characters")
        _ = try document(bytes)
    }

    /// Checks that the member `text` has the written text.
    static func check(_ bytes: [UInt8], holds text: String) throws(FuzzFinding) {
        try check(bytes)
        let read = try? document(bytes).root.member("text")?.text
        try FuzzFinding.unless(
            read.map { Array($0.utf8) } == Array(text.utf8), "a text that reads differently: \(text.debugDescription)")
    }

    private static func document(_ bytes: [UInt8]) throws(FuzzFinding) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(bytes)
        } catch {
            throw FuzzFinding("no JSON: \(error): \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
