import Foundation
import Glibc
import TestSupport
import Testing

extension PrivateBus {
    /// Starts a program of `Rigs` with Debian's Python, which has the bindings of D-Bus, and waits until it is ready.
    ///
    /// Its arguments are the address of the bus, the named pipe for orders, and the plan of the simulation.
    func start(rig: String, _ plan: String = "{}") throws -> Rig {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
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
