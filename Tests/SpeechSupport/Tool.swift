package import Foundation
import TestSupport

/// The error of a missing or failed tool.
package struct ToolError: Error, CustomStringConvertible {
    package var description: String

    /// Creates an error.
    package init(description: String) { self.description = description }
}

/// The programs that tests need besides the Swift toolchain.
package enum Tool {
    /// Runs a program to its end and returns its output.
    ///
    /// - Throws: ``ToolError`` if the program is missing or its exit code is not 0.
    @discardableResult
    package static func run(_ name: String, _ arguments: [String], input: Data = Data()) throws -> Data {
        let folder = try TemporaryFolder()
        let (source, output, errors) = ("\(folder.path)/in", "\(folder.path)/out", "\(folder.path)/errors")
        try input.write(to: URL(fileURLWithPath: source))
        let child = try Child(try path(name), arguments, input: source, output: output, errors: errors)
        let code = child.wait()
        guard code == 0 else {
            let complaint = String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self)
            throw ToolError(description: "\(name) ended with \(code): \(complaint)")
        }
        return try Data(contentsOf: URL(fileURLWithPath: output))
    }

    /// Returns the path of a program; a name without a slash is searched in PATH.
    package static func path(_ name: String) throws -> String {
        if name.contains("/") { return name }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
            return "\(folder)/\(name)"
        }
        throw ToolError(description: "the program \(name) is missing; `make setup-tests` installs it")
    }

    /// Returns the Python with the packages of Tests/requirements.txt.
    package static func python() throws -> String {
        if let path = ProcessInfo.processInfo.environment["NAVBUS_PYTHON"] { return path }
        let python = Checkout.path + "/.build/python/bin/python3"
        if FileManager.default.isExecutableFile(atPath: python) { return python }
        throw ToolError(
            description: "no Python for the tests: name one with Tests/requirements.txt in NAVBUS_PYTHON, or make one "
                + "with `make python` (.build/python)")
    }
}
