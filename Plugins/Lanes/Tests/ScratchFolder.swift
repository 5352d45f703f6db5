import Glibc

/// A folder that goes with its owner.
final class ScratchFolder {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let path: String

    init() throws {
        var template = Array("/tmp/navbus-lanes-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(description: "failed to make a folder in /tmp") }
        path = String(cString: made)
    }

    deinit { system("rm -rf '\(path)'") }

    func read(_ name: String) throws -> String {
        guard let file = fopen("\(path)/\(name)", "r") else { throw Failure(description: "failed to read \(name)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names of the files in a folder below, sorted.
    func names(_ folder: String) throws -> [String] {
        guard let directory = opendir("\(path)/\(folder)") else { throw Failure(description: "failed to list \(path)") }
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
}
