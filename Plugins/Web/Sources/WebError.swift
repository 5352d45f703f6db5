/// Why nothing can be shown. The description completes "failed to …".
enum WebError: Error, Hashable, CustomStringConvertible {
    /// The system refuses a thread or a descriptor.
    case system(what: String, reason: String)
    /// libmicrohttpd does not start.
    case server
    /// A part of the page cannot be read; `reason` is the system's.
    case page(path: String, reason: String)
    /// The folder of the page is nowhere.
    case noPage(place: String)

    var description: String {
        switch self {
        case .system(let what, let reason):
            "open \(what): \(reason); allow the control more of it (limits of its manifest, ulimit)"
        case .server: "start the web server: libmicrohttpd refuses; it may lack epoll, or memory"
        case .page(let path, let reason):
            "read \(path), which is part of the page: \(reason); install navbus anew, or mend the file"
        case .noPage(let place):
            "find the page: there is no folder \(place) above the program; install navbus anew, or set NAVBUS_DATA to the "
                + "folder that holds Plugins"
        }
    }
}
