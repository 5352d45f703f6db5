/// A region cannot be built, read or searched. The description completes "failed to …".
package enum RegionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The extract is no map that can be read: its path and the reason.
    case extract(path: String, reason: String)
    /// A program or module that a step needs is missing; the text names the remedy.
    case missing(step: String, reason: String)
    /// A step of the build failed: the step, the reason and the file with the messages of its program.
    case step(String, reason: String, log: String)
    /// No region has this name.
    case unknown(name: String, folders: [String])
    /// The name of a region is invalid.
    case badName(String)
    /// A region of this name exists.
    case exists(name: String)
    /// Another process builds this region.
    case busy(name: String)
    /// A file of a region cannot be used.
    case file(path: String, reason: String)
    /// The answer of an online geocoder cannot be used.
    case geocoder(reason: String)

    package var description: String {
        switch self {
        case .extract(let path, let reason): "read the extract \(path): \(reason)"
        case .missing(let step, let reason): "make \(step): \(reason)"
        case .step(let step, let reason, let log): "make \(step): \(reason); the messages of its program are in \(log)"
        case .unknown(let name, let folders):
            "find the region \(name): there is none in \(folders.joined(separator: ", ")); navbus region list shows them"
        case .badName(let name):
            "use the name \"\(name)\": a name consists of a-z, 0-9, - and _, at most 40, and begins with a letter or digit"
        case .exists(let name):
            "add the region \(name): it exists; navbus region update \(name) builds it again, and --name chooses another name"
        case .busy(let name): "build the region \(name): another process is building it"
        case .file(let path, let reason): "read \(path): \(reason)"
        case .geocoder(let reason): "read the answer of the geocoder: \(reason)"
        }
    }
}
