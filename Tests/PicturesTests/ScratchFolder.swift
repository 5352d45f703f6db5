import Glibc

/// A temporary folder, removed with its owner.
final class ScratchFolder {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let path: String

    init() throws {
        var template = Array("/tmp/navbus-signs-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(description: "failed to make a folder in /tmp") }
        path = String(cString: made)
    }

    deinit { system("rm -rf '\(path)'") }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        guard let file = fopen("\(path)/\(name)", "w") else { throw Failure(description: "failed to write \(name)") }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw Failure(description: "failed to write \(name)")
        }
    }

    func read(_ name: String) throws -> [UInt8] {
        guard let file = fopen("\(path)/\(name)", "r") else { throw Failure(description: "failed to read \(name)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }

    /// The names of its files, sorted.
    func names() throws -> [String] {
        guard let directory = opendir(path) else { throw Failure(description: "failed to list \(path)") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Runs a shell command in the folder.
    func run(_ command: String) throws {
        let status = system("cd '\(path)' && \(command)")
        guard status == 0 else {
            throw Failure(description: "failed to run \(command): status \(status); is its Debian package installed?")
        }
    }
}
