import Glibc
import NavigationEvents

/// The cues that this process and previous ones have rendered.
struct Memory {
    private let path: String
    private var lines: Set<String> = []

    init(_ folder: String) {
        path = folder + "/bad.memory"
        guard let file = fopen(path, "r") else { return }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 256)
        while fgets(&bytes, Int32(bytes.count), file) != nil {
            lines.insert(
                String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
    }

    func contains(_ cue: Cue, run: UInt64) -> Bool { lines.contains(line(cue, run)) }

    mutating func add(_ cue: Cue, run: UInt64) {
        lines.insert(line(cue, run))
        guard let file = fopen(path, "a") else { return }
        fputs(line(cue, run) + "\n", file)
        fclose(file)
    }

    private func line(_ cue: Cue, _ run: UInt64) -> String {
        "\(run) \(cue.identity) \(cue.stage.rawValue) \(cue.dueAt.nanosecondsSinceEpoch)"
    }
}
