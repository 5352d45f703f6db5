import Foundation
import Glibc
import TestSupport
import Testing

/// A D-Bus for one test, which ends with the processes on it.
final class PrivateBus {
    let folder: TemporaryFolder
    /// "unix:path=…"
    let address: String
    private let daemon: RunningProgram
    private var isRunning = true

    struct NotStarted: Error {
        let program: String
        let words: String
    }

    /// - Parameter services: The folder of services that are started on demand; `nil` for none.
    init(services: String? = nil) throws {
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
                ["--config-file=\(configuration)", "--nofork", "--nopidfile", "--nosyslog"],
                environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        let socket = "\(folder.path)/bus"
        guard daemon.wait(until: { _ in access(socket, F_OK) == 0 }) else {
            throw NotStarted(program: "dbus-daemon", words: daemon.errors)
        }
    }

    deinit { end() }

    /// Ends the bus, and disconnects all programs.
    func end() {
        guard isRunning else { return }
        isRunning = false
        daemon.signal(SIGKILL)
        _ = daemon.wait(seconds: 10)
    }

    /// Starts a program of `Rigs` with Debian's Python, which has the bindings of D-Bus, and waits until it is ready.
    ///
    /// Its arguments are the address of the bus, the named pipe for orders, and the plan of the simulation.
    func start(rig: String, _ plan: String = "{}") throws -> Rig {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Rigs/\(rig).py").path
        let orders = "\(folder.path)/\(rig).orders"
        if access(orders, F_OK) != 0 { try #require(mkfifo(orders, 0o600) == 0) }
        let program = try BuiltProgram(url: URL(filePath: "/usr/bin/python3"))
            .start([file, address, orders, plan], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        guard program.wait(until: { $0.output.contains("\"ready\"") }) else {
            throw NotStarted(program: rig, words: program.errors)
        }
        return Rig(program: program, orders: orders)
    }

    /// A program on the bus that prints its events and carries out orders.
    final class Rig {
        let program: RunningProgram
        private let orders: String
        private var isRunning = true

        init(program: RunningProgram, orders: String) {
            self.program = program
            self.orders = orders
        }

        deinit { end() }

        func end() {
            guard isRunning else { return }
            isRunning = false
            program.signal(SIGKILL)
            _ = program.wait(seconds: 10)
        }

        /// All events, in order.
        var events: [[String: Any]] {
            program.output.split(separator: "\n").compactMap {
                (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
            }
        }

        /// The events of one kind.
        func events(_ what: String, _ address: String? = nil) -> [[String: Any]] {
            events.filter { $0["what"] as? String == what && (address == nil || $0["address"] as? String == address) }
        }

        /// Gives an order, and waits until it is carried out.
        func order(_ what: String, _ more: [String: Any] = [:]) throws {
            let before = events("done").count
            let line = try JSONSerialization.data(withJSONObject: more.merging(["do": what]) { $1 })
            let handle = try #require(FileHandle(forWritingAtPath: orders))
            try handle.write(contentsOf: line + Data("\n".utf8))
            try handle.close()
            #expect(program.wait { _ in self.events("done").count > before }, "\(what): \(program.errors)")
        }

        /// Waits for a condition of the events.
        func wait(until isTrue: (Rig) -> Bool) -> Bool { program.wait { _ in isTrue(self) } }
    }
}
