import Foundation
import Platform
import TestSupport

/// A real routing engine on a free port of this machine, with the map of the ``Ladder``.
final class RoutingServer {
    /// The engine.
    enum Engine: String, CaseIterable, Sendable {
        case valhalla
        case osrm
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let engine: Engine
    let port: Int
    var url: String { "http://127.0.0.1:\(port)" }
    private let folder: TemporaryFolder
    private var process: Process?

    /// Builds the map; ``start()`` starts the server.
    init(_ engine: Engine) throws {
        self.engine = engine
        folder = try TemporaryFolder()
        port = Int(try FreePort.next())
        let map = try folder.write(Ladder.map, to: "town.osm")
        switch engine {
        case .valhalla:
            try writeSettings()
            try Self.run("valhalla/bin/valhalla_build_tiles", ["-c", "\(folder.path)/valhalla.json", map], in: folder)
        case .osrm:
            let profile = Self.engines.appending(path: "osrm/share/profiles/car.lua").path
            try Self.run("osrm/bin/osrm-extract", ["-p", profile, map], in: folder)
            try Self.run("osrm/bin/osrm-partition", ["\(folder.path)/town.osrm"], in: folder)
            try Self.run("osrm/bin/osrm-customize", ["\(folder.path)/town.osrm"], in: folder)
        }
    }

    deinit { stop() }

    /// Starts the server and waits until it answers.
    func start() throws {
        let process = Process()
        switch engine {
        case .valhalla:
            process.executableURL = Self.engines.appending(path: "valhalla/bin/valhalla_service")
            process.arguments = ["\(folder.path)/valhalla.json", "1"]
        case .osrm:
            process.executableURL = Self.engines.appending(path: "osrm/bin/osrm-routed")
            process.arguments = [
                "--algorithm", "mld", "--ip", "127.0.0.1", "--port", "\(port)", "--threads", "1",
                "\(folder.path)/town.osrm",
            ]
        }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        let end = Date(timeIntervalSinceNow: 30)
        while !isListening {
            guard Date() < end, process.isRunning else { throw Failure(description: "\(engine) does not serve") }
            usleep(10_000)
        }
    }

    /// Kills the server.
    func stop() {
        guard let process else { return }
        self.process = nil
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    private var isListening: Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return Self.withAddress(port) { connect(descriptor, $0, $1) == 0 }
    }

    /// The settings of the service, with its own port and sockets.
    private func writeSettings() throws {
        let template = Self.engines.appending(path: "valhalla.json")
        let text = try String(contentsOf: template, encoding: .utf8)
            .replacingOccurrences(of: "@FOLDER@", with: folder.path)
            .replacingOccurrences(of: "ipc:///tmp/", with: "ipc://\(folder.path)/")
            .replacingOccurrences(of: "ipc:\\/\\/\\/tmp\\/", with: "ipc://\(folder.path)/")
            .replacingOccurrences(of: "tcp://*:8002", with: "tcp://127.0.0.1:\(port)")
        try folder.write(text, to: "valhalla.json")
    }

    static var engines: URL {
        if let named = ProcessInfo.processInfo.environment["NAVBUS_ENGINES"], !named.isEmpty {
            return URL(filePath: named)
        }
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        return root.appending(path: ".build/engines")
    }

    private static func run(_ program: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        let executable = engines.appending(path: program)
        guard FileManager.default.fileExists(atPath: executable.path) else {
            throw Failure(description: "\(executable.path) is missing: run make engines, or set NAVBUS_ENGINES")
        }
        let said = folder.path + "/said.txt"
        try Data().write(to: URL(filePath: said))
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: said))
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw try Failure(description: "\(program): " + String(contentsOfFile: said, encoding: .utf8).suffix(2000))
        }
    }

    private static func withAddress<Value>(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value
    {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
