import Foundation
import TestSupport
import Testing

/// A real terminal of tmux with a shell, on its own server.
final class TmuxTerminal {
    private let socket: String
    private let server: RunningProgram
    private static let tmux = BuiltProgram(url: URL(filePath: "/usr/bin/tmux"))

    init(in folder: TemporaryFolder, columns: Int, rows: Int, environment: [String: String]) throws {
        socket = folder.path + "/tmux"
        // In the foreground: a daemon would keep the pipes open for which the test waits.
        let settings = try folder.write("set -g exit-empty off\n", to: "tmux.conf")
        server = try Self.tmux.start(["-S", socket, "-D", "-f", settings])
        let socket = socket
        guard server.wait(until: { _ in FileManager.default.fileExists(atPath: socket) }) else {
            throw TmuxFailure(description: "failed to start tmux: \(server.errors)")
        }
        let variables = environment.map { "\($0)='\($1)'" }.joined(separator: " ")
        let shell = "env -u NO_COLOR -u COLORTERM LC_ALL=C.UTF-8 PS1='$ ' \(variables) bash --norc"
        try run("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", shell)
    }

    deinit {
        server.signal(SIGTERM)
        _ = server.wait(seconds: 5)
    }

    /// The visible text, without trailing spaces.
    var text: String { (try? run("capture-pane", "-p")) ?? "" }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// Whether the screen is that of the shell, with a cursor.
    var isGivenBack: Bool { (try? run("display", "-p", "#{alternate_on} #{cursor_flag} #{wrap_flag}")) == "0 1 1\n" }

    /// Types a line.
    func type(_ line: String) throws { try run("send-keys", line, "Enter") }

    /// Presses a key.
    func press(_ key: String) throws { try run("send-keys", key) }

    func resize(columns: Int, rows: Int) throws {
        try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Waits until texts are visible; a failure reports the visible text.
    func shows(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            let seen = text
            if texts.allSatisfy(seen.contains) { return }
            usleep(20_000)
        }
        Issue.record("\(texts) is not to be seen:\n\(text)", sourceLocation: sourceLocation)
    }

    /// Waits until a condition is true.
    func waits(for condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            if condition() { return true }
            usleep(20_000)
        }
        return condition()
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> String {
        let outcome = try Self.tmux.run(["-S", socket] + arguments)
        guard outcome.exitCode == 0 else { throw TmuxFailure(description: outcome.errors) }
        return outcome.output
    }
}

struct TmuxFailure: Error, CustomStringConvertible {
    var description: String
}
