import Foundation

/// Reads the output file of a tap while it grows.
final class Witness {
    private let file: String
    private var handle: FileHandle?
    private var rest = Data()
    /// The complete lines so far.
    private(set) var lines: [String] = []

    init(file: String) { self.file = file }

    /// Reads new data; `true` if a line was added.
    @discardableResult
    func look() -> Bool {
        if handle == nil { handle = FileHandle(forReadingAtPath: file) }
        guard let handle, let data = try? handle.readToEnd(), !data.isEmpty else { return false }
        rest.append(data)
        let count = lines.count
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
            rest = Data(rest[rest.index(after: end)...])
        }
        return lines.count > count
    }

    /// Number of lines so far, after reading new data.
    var count: Int {
        look()
        return lines.count
    }

    /// Whether a line after the first `skipping` lines contains all these words.
    func has(_ words: [String], after skipping: Int = 0) -> Bool {
        look()
        return lines.dropFirst(max(0, skipping)).contains { line in words.allSatisfy(line.contains) }
    }
}
