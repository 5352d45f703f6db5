import Foundation
import Glibc

/// A D-Bus for one test, which ends with the processes on it.
public final class PrivateBus {
    /// The folder of its socket and configuration.
    public let folder: TemporaryFolder
    /// "unix:path=…"
    public let address: String
    private let daemon: RunningProgram
    private var isRunning = true

    /// A program that has not become ready.
    public struct NotStarted: Error {
        let program: String
        let words: String

        /// - Parameters:
        ///   - program: The name of the program.
        ///   - words: Its error output.
        public init(program: String, words: String) { (self.program, self.words) = (program, words) }
    }

    /// Starts the bus, and waits until it is ready.
    ///
    /// - Parameter services: The folder of services that are started on demand; `nil` for none.
    public init(services: String? = nil) throws {
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.path)/bus"
        let configuration = try folder.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              \(services.map { "<servicedir>\($0)</servicedir>" } ?? "")
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """, to: "bus.conf")
        daemon = try BuiltProgram(url: URL(filePath: "/usr/bin/dbus-daemon"))
            .start(
                ["--config-file=\(configuration)", "--nofork", "--nopidfile", "--nosyslog", "--print-address"],
                environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        // It prints its address when it accepts connections.
        guard daemon.wait(until: { $0.output.contains("unix:") }) else {
            throw NotStarted(program: "dbus-daemon", words: daemon.errors)
        }
    }

    deinit { end() }

    /// Ends the bus, and disconnects all programs.
    public func end() {
        guard isRunning else { return }
        isRunning = false
        daemon.signal(SIGKILL)
        _ = daemon.wait(seconds: 10)
    }
}
