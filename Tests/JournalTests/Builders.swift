import BusTestSupport
import Glibc
import NavigationEvents
import Testing

extension Event {
    /// Any event: often small, rarely a route.
    static func random(using random: inout some RandomNumberGenerator) -> Event {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: .navigationStarted(.make(vertices: .random(in: 2...2000, using: &random)))
        case 1: .navigationStopped(.requested)
        case 2...6: .navigation(.make(.random(in: 0...1000, using: &random)))
        case 7...9:
            .control(
                ControlReport(
                    control: "speech", kind: .note,
                    text: String(repeating: "x", count: .random(in: 0...3000, using: &random))))
        default: .gps(.make(.random(in: 0...1000, using: &random)))
        }
    }
}

/// The names of the files in a folder.
func names(in folder: String) throws -> [String] {
    let opened = try #require(opendir(folder))
    defer { closedir(opened) }
    var names: [String] = []
    while let entry = readdir(opened) {
        names.append(
            withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
}
