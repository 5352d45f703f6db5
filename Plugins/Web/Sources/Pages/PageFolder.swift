import Glibc

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
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .page(path: file, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .page(path: file, reason: String(cString: strerror(errno))) }
            guard count > 0 else { break }
            content += part[..<count]
            guard content.count <= Self.maxBytes else {
                throw .page(path: file, reason: "it is larger than a megabyte")
            }
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw .page(path: file, reason: "it is not UTF-8")
        }
        return text
    }
}
