import EventCodec
import Foundation
import Platform
import TestSupport

/// Runs protoc and Python, in a folder of its own with the code that protoc generated.
struct Oracle {
    let folder: URL

    static func withModules(_ body: (Oracle) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "navbus-oracle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                print("failed to remove \(folder.path): \(error)")
            }
        }
        let result = try run("protoc", ["-I", Contract.folder.path, "--python_out", folder.path] + Contract.files)
        guard result.status == 0 else { throw Failure(text: "failed to generate Python code: \(result.text)") }
        try body(Oracle(folder: folder))
    }

    /// Runs `Tests/Samples/oracle.py`.
    func python(_ arguments: String...) throws -> (status: Int32, text: String) {
        let script = Place.tests.deletingLastPathComponent().appending(path: "Samples/oracle.py").path
        return try Self.run(PythonInterpreter.path, [script] + arguments)
    }

    /// Runs a command to its end and returns its exit code and all it printed.
    static func run(_ command: String, _ arguments: [String], input: URL? = nil) throws -> (status: Int32, text: String)
    {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [command] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    struct Failure: Error, CustomStringConvertible {
        var text: String
        var description: String { text }
    }
}

/// What Swift and Python hand each other: name, bytes and JSON of messages, each with its length before it.
struct Records {
    private(set) var data = Data()

    init(data: Data = Data()) { self.data = data }

    mutating func append(_ value: some TopLevelMessage) {
        appendBlock(Array("\(type(of: value))".utf8))
        appendBlock(value.wireBytes())
        appendBlock(Array(value.json().utf8))
    }

    private mutating func appendBlock(_ block: [UInt8]) {
        withUnsafeBytes(of: UInt32(block.count).littleEndian) { data.append(contentsOf: $0) }
        data.append(contentsOf: block)
    }

    func all() -> [(name: String, bytes: [UInt8], json: String)] {
        var rest = [UInt8](data)[...]
        var records: [(name: String, bytes: [UInt8], json: String)] = []
        while !rest.isEmpty {
            let name = String(decoding: Self.takeBlock(&rest), as: UTF8.self)
            let bytes = Array(Self.takeBlock(&rest))
            records.append((name, bytes, String(decoding: Self.takeBlock(&rest), as: UTF8.self)))
        }
        return records
    }

    private static func takeBlock(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let block = rest.dropFirst(4).prefix(length)
        rest = rest.dropFirst(4 + length)
        return block
    }
}
