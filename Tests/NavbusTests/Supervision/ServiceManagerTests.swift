import Foundation
import TestSupport
import Testing

/// The notifications to a service manager, with real sockets.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ServiceManagerTests {
    /// A simulated service manager, which collects the notifications of a run.
    private final class Manager {
        private let descriptor: Int32
        private(set) var messages: [String] = []

        /// - Parameter address: A path, or `@` and an abstract name.
        init(_ address: String) throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var bytes = Array(address.utf8)
            let isAbstract = bytes[0] == UInt8(ascii: "@")
            if isAbstract { bytes[0] = 0 }
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
            let isBound = withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
            }
            try #require(isBound, "\(String(cString: strerror(errno)))")
        }

        deinit { close(descriptor) }

        /// Reads the notifications that have arrived.
        func listen() {
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return }
                messages.append(String(decoding: bytes[..<count], as: UTF8.self))
            }
        }

        func count(_ text: String) -> Int { messages.count { $0.contains(text) } }

        func receives(_ text: String, times: Int = 1) -> Bool {
            eventually {
                listen()
                return count(text) >= times
            }
        }
    }

    @Test(arguments: ["", "@navbus-test-"]) func `a run notifies the service manager of start, life and end`(
        prefix: String
    ) throws {
        let run = try SupervisedRun()
        let address = prefix.isEmpty ? "\(run.folder.path)/notify" : "\(prefix)\(getpid())"
        let manager = try Manager(address)
        let bus = try run.start(
            controls: ["console", "lanes"],
            environment: ["NOTIFY_SOCKET": address, "WATCHDOG_USEC": "400000", "WATCHDOG_PID": ""])
        #expect(manager.receives("READY=1"))
        #expect(manager.messages.contains("READY=1\nSTATUS=2 of 2 controls ready"), "\(manager.messages)")
        #expect(manager.receives("WATCHDOG=1", times: 5))
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
        manager.listen()
        #expect(manager.count("STOPPING=1") == 1)
        #expect(manager.count("READY=1") == 1)
    }

    @Test func `the watchdog is not fed while the bus hangs`() throws {
        let run = try SupervisedRun()
        let address = "\(run.folder.path)/notify"
        let manager = try Manager(address)
        let bus = try run.start(
            controls: [], extra: "[supervision]\nsilentSeconds = 600",
            environment: ["NOTIFY_SOCKET": address, "WATCHDOG_USEC": "200000"])
        #expect(manager.receives("WATCHDOG=1", times: 2))
        let process = try #require(run.busProcess())
        kill(process, SIGSTOP)
        // A poll times out after half a second: after two of them no notification is pending.
        Thread.sleep(forTimeInterval: 1)
        manager.listen()
        let count = manager.count("WATCHDOG=1")
        Thread.sleep(forTimeInterval: 1)
        manager.listen()
        #expect(manager.count("WATCHDOG=1") == count)
        kill(process, SIGCONT)
        #expect(manager.receives("WATCHDOG=1", times: count + 1))
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a missing service manager does not block the run`() throws {
        let run = try SupervisedRun()
        let outcome = try run.start(
            controls: ["console"], source: SupervisedRun.drive(speed: "\"max\""),
            environment: ["NOTIFY_SOCKET": "\(run.folder.path)/nobody", "WATCHDOG_USEC": "1000000"]
        ).wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
}
