import Glibc
import Platform

/// The folder with the files of the page.
struct PageFolder: Hashable {
    /// The path of the folder in a checkout and in the data of an installation.
    static let relativePath = "Plugins/Web/Page"
    /// The maximum size of a file.
    private static let maxBytes = 1 << 20

    let path: String

    /// Finds the folder of a program.
    ///
    /// - Parameters:
    ///   - data: The environment variable `NAVBUS_DATA`.
    ///   - executable: The path of the program, whose parent folders are searched.
    static func find(data: String?, executable: String?) throws(WebError) -> PageFolder {
        var candidates = [data].compactMap(\.self).filter { !$0.isEmpty }.map { "\($0)/\(relativePath)" }
        var folders = (executable ?? "").split(separator: "/").dropLast()
        while !folders.isEmpty {
            let folder = "/" + folders.joined(separator: "/")
            candidates += ["\(folder)/share/navbus/\(relativePath)", "\(folder)/\(relativePath)"]
            folders.removeLast()
        }
        guard let path = candidates.first(where: { access("\($0)/page.html", R_OK) == 0 }) else {
            throw .noPage(relativePath: relativePath)
        }
        return PageFolder(path: path)
    }

    /// Finds the folder of the running program.
    static func ofProgram() throws(WebError) -> PageFolder {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let executable =
            length > 0 ? String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
        return try find(data: getenv("NAVBUS_DATA").map { String(cString: $0) }, executable: executable)
    }

    /// The text of a file.
    func text(_ name: String) throws(WebError) -> String {
        do throws(FileError) {
            return try WholeFile.text("\(path)/\(name)", maxBytes: Self.maxBytes)
        } catch {
            throw .page(path: error.path, reason: "\(error.reason)")
        }
    }
}
