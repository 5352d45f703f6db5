/// A new control could not be created. The description completes "failed to …".
enum ScaffoldError: Error, Hashable, CustomStringConvertible {
    /// A file or folder of this name exists already.
    case exists(String)
    /// The template does not exist in this installation.
    case noTemplate(String)
    /// A file of the template cannot be read.
    case unreadable(String, reason: String)
    /// The parent folder cannot be used.
    case folder(String, reason: String)
    /// A file or folder cannot be written.
    case unwritable(String, reason: String)
    /// The kit of a language does not exist in this installation.
    case noKit(String)
    /// The location of the package navbus is unknown.
    case noPackage
    /// The given location has no package navbus.
    case notNavbus(String)

    var description: String {
        switch self {
        case .exists(let path): "make \(path): it already exists; choose another name, or another folder with --into"
        case .noTemplate(let path):
            "read the template \(path): it does not exist; install navbus again, or set NAVBUS_DATA to its data folder"
        case .unreadable(let path, let reason): "read \(path) of the template: \(reason)"
        case .folder(let path, let reason): "use the folder \(path): \(reason); name another one with --into"
        case .unwritable(let path, let reason): "write \(path): \(reason)"
        case .noKit(let path):
            "find the kit in \(path): it does not exist; install navbus again, or set NAVBUS_DATA to its data folder"
        case .noPackage:
            "find the package navbus, which a control in Swift needs: this navbus is not in a checkout; name one, or "
                + "the URL of its repository, with --navbus"
        case .notNavbus(let path):
            "use \(path) as the package navbus: it has no Package.swift with the kit; name a checkout of navbus, or "
                + "the URL of its repository"
        }
    }
}
