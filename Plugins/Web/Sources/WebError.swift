import HTTPServer

/// An error of the web control. The description completes "failed to …".
enum WebError: Error, Hashable, CustomStringConvertible {
    /// The system refuses a thread or a descriptor.
    case system(what: String, reason: String)
    /// libmicrohttpd does not start.
    case server
    /// The key or the certificate cannot be used.
    case certificate(TLSError)
    /// A file of the page cannot be read.
    case page(path: String, reason: String)
    /// The folder of the page was not found.
    case noPage(relativePath: String)

    var description: String {
        switch self {
        case .system(let what, let reason):
            "open \(what): \(reason); raise its limit (limits of the manifest, ulimit)"
        case .certificate(let error): "\(error)"
        case .server: "start the web server: libmicrohttpd does not start; check that it has epoll and enough memory"
        case .page(let path, let reason):
            "read \(path), which is part of the page: \(reason); install navbus again, or repair the file"
        case .noPage(let relativePath):
            "find the page: there is no folder \(relativePath) above the program; install navbus again, or set "
                + "NAVBUS_DATA to the folder that contains Plugins"
        }
    }
}
