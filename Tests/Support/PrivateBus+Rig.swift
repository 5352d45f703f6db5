import Foundation
import Glibc

extension PrivateBus {
    /// Starts a program of the folder `Rigs` beside the calling test, and waits until it is ready. Debian's Python has the
    /// bindings of D-Bus.
    ///
    /// Its arguments are the address of the bus, the named pipe for orders, and the plan of the simulation.
    public func start(rig: String, _ plan: String = "{}", caller: String = #filePath) throws -> Rig {
        let file = URL(filePath: caller).deletingLastPathComponent()
            .appending(path: "Rigs/\(rig).py").path
        let orders = "\(folder.path)/\(rig).orders"
        if access(orders, F_OK) != 0, mkfifo(orders, 0o600) != 0 {
            throw NotStarted(program: rig, words: "mkfifo: \(String(cString: strerror(errno)))")
        }
        let program = try BuiltProgram(url: URL(filePath: "/usr/bin/python3"))
            .start([file, address, orders, plan], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        guard program.wait(until: { $0.output.contains("\"ready\"") }) else {
            throw NotStarted(program: rig, words: program.errors)
        }
        return Rig(program: program, orders: orders)
    }

    /// A program on the bus that prints its events and carries out orders.
    public final class Rig {
        /// The running program.
        public let program: RunningProgram
        private let orders: String
        private var isRunning = true

        init(program: RunningProgram, orders: String) {
            self.program = program
            self.orders = orders
        }

        deinit { end() }

        /// Kills the program.
        public func end() {
            guard isRunning else { return }
            isRunning = false
            program.signal(SIGKILL)
            _ = program.wait(seconds: 10)
        }

        /// All events, in order.
        public var events: [[String: Any]] {
            program.output.split(separator: "\n").compactMap {
                (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
            }
        }

        /// The events of one kind.
        public func events(_ what: String, _ address: String? = nil) -> [[String: Any]] {
            events.filter { $0["what"] as? String == what && (address == nil || $0["address"] as? String == address) }
        }

        /// Gives an order, and waits until it is carried out.
        public func order(_ what: String, _ more: [String: Any] = [:]) throws {
            let before = events("done").count
            let line = try JSONSerialization.data(withJSONObject: more.merging(["do": what]) { $1 })
            guard let handle = FileHandle(forWritingAtPath: orders) else {
                throw NotStarted(program: what, words: "its orders cannot be written")
            }
            try handle.write(contentsOf: line + Data("\n".utf8))
            try handle.close()
            guard program.wait(until: { _ in self.events("done").count > before }) else {
                throw NotStarted(program: what, words: program.errors)
            }
        }

        /// Waits for a condition of the events.
        public func wait(until isTrue: (Rig) -> Bool) -> Bool { program.wait { _ in isTrue(self) } }
    }
}
