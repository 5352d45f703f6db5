/// Why no control was made. The description completes "failed to …".
enum ScaffoldError: Error, Hashable, CustomStringConvertible {
    /// Something is there already.
    case exists(String)
    /// The template did not come with this navbus.
    case noTemplate(String)
    /// A file of the template cannot be read.
    case unreadable(String, reason: String)
    /// The folder in which it is to be made cannot be used.
    case folder(String, reason: String)
    /// A file or folder cannot be written.
    case unwritable(String, reason: String)
    /// Nobody has said where the package navbus is.
    case noPackage
    /// There is no package navbus where it was said to be.
    case notNavbus(String)
    /// The place of the kit cannot stand in a Makefile.
    case place(String)

    var description: String {
        switch self {
        case .exists(let path): "make \(path): it is there already; choose another name, or another folder with --into"
        case .noTemplate(let path):
            "read the template \(path): it is not there; install navbus anew, or name its folder in NAVBUS_DATA"
        case .unreadable(let path, let reason): "read \(path) of the template: \(reason)"
        case .folder(let path, let reason): "use the folder \(path): \(reason); name another one with --into"
        case .unwritable(let path, let reason): "write \(path): \(reason)"
        case .noPackage:
            "find the package navbus, which a control in Swift is built with: this navbus lies in no checkout; name one, or "
                + "the address of its repository, with --navbus"
        case .notNavbus(let path):
            "use \(path) as the package navbus: it has no Package.swift with the kit in it; name a checkout of navbus, or "
                + "the address of its repository"
        case .place(let path):
            "use the Python kit in \(path): the path has letters that mean something to make or a shell; move it"
        }
    }
}
