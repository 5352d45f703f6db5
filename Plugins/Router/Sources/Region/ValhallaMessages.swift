import Glibc
import Platform

/// The messages of Valhalla on its standard error.
enum ValhallaMessages {
    private static let maxLineBytes = 400

    /// Reads all messages to the end.
    ///
    /// - Returns: The last one that is not about its progress, without time and level; `nil` if there is none.
    static func last(from descriptor: Int32) -> String? {
        var block = [UInt8](repeating: 0, count: 1 << 12)
        var (line, last): ([UInt8], String?) = ([], nil)
        while true {
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for byte in block[..<count] {
                if byte == UInt8(ascii: "\n") {
                    last = message(line) ?? last
                    line.removeAll(keepingCapacity: true)
                } else if line.count < maxLineBytes {
                    line.append(byte)
                }
            }
        }
        return message(line) ?? last
    }

    /// The message in a line such as `2026-01-02 03:04:05.678 [ERROR] words`; `nil` for other lines than errors and warnings.
    private static func message(_ line: [UInt8]) -> String? {
        let text = String(decoding: line, as: UTF8.self)
        let parts = text.split(separator: "] ", maxSplits: 1)
        let isLogged = parts.count == 2 && parts[0].contains("[")
        guard !text.isEmpty, !isLogged || parts[0].hasSuffix("[ERROR") || parts[0].hasSuffix("[WARN") else {
            return nil
        }
        let words = (isLogged ? String(parts[1]) : text).displayText
        return words.isEmpty ? nil : words
    }
}
