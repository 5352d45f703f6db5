import Foundation

/// The processes that a process has started.
enum ChildProcesses {
    /// The first descendant of a process with this name; `nil` if there is none.
    static func first(of process: Int32, named name: String) -> Int32? {
        for child in children(of: process) {
            // The kernel keeps 15 bytes of a name.
            if self.name(of: child) == String(name.prefix(15)) { return child }
            if let found = first(of: child, named: name) { return found }
        }
        return nil
    }

    /// Whether a process runs; one that has ended and waits for its parent does not.
    static func isRunning(_ process: Int32) -> Bool {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return line.split(separator: ")").last?.split(separator: " ").first != "Z"
    }

    private static func name(of process: Int32) -> String? {
        try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    private static func children(of process: Int32) -> [Int32] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.flatMap { thread in
            let text = (try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }
}
