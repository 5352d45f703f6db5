import Glibc

/// Where the parts of the page are.
struct PageFolder: Hashable {
    /// Where the folder lies in a checkout, and in the data of an installation.
    static let place = "Plugins/Web/Page"
    /// The most bytes of a part.
    private static let mostBytes = 1 << 20

    let path: String

    /// The folder that came with the program.
    ///
    /// - Parameters:
    ///   - data: The environment's `NAVBUS_DATA`.
    ///   - executable: The program; its folder and those above it are looked through.
    static func find(data: String?, executable: String?) throws(WebError) -> PageFolder {
        var candidates = [data].compactMap(\.self).filter { !$0.isEmpty }.map { "\($0)/\(place)" }
        var folders = (executable ?? "").split(separator: "/").dropLast()
        while !folders.isEmpty {
            let folder = "/" + folders.joined(separator: "/")
            candidates += ["\(folder)/share/navbus/\(place)", "\(folder)/\(place)"]
            folders.removeLast()
        }
        guard let path = candidates.first(where: { access("\($0)/page.html", R_OK) == 0 }) else {
            throw .noPage(place: place)
        }
        return PageFolder(path: path)
    }

    /// The folder that came with the running program.
    static func ofProgram() throws(WebError) -> PageFolder {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let executable =
            length > 0 ? String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
        return try find(data: getenv("NAVBUS_DATA").map { String(cString: $0) }, executable: executable)
    }

    /// A part of the page.
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
            guard content.count <= Self.mostBytes else {
                throw .page(path: file, reason: "it has more than a megabyte")
            }
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw .page(path: file, reason: "it is not UTF-8")
        }
        return text
    }
}
