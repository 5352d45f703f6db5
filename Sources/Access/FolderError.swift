/// The reason why a folder of a bus cannot be used. The description completes "failed to …".
public enum FolderError: Error, Sendable, Hashable {
    /// The folder, or a file in it, cannot be used.
    case unusable(path: String, FolderProblem)
    /// A bus already uses this folder. The process is 0 if it is unknown.
    case taken(folder: String, processID: Int32)
}

extension FolderError: CustomStringConvertible {
    /// The operation that failed, where, why, and the remedy.
    public var description: String {
        switch self {
        case .unusable(let path, let problem): "use the run folder \(path): \(problem)"
        case .taken(let folder, let processID):
            "start a bus in \(folder): one is running there"
                + (processID > 0 ? " (process \(processID))" : "") + "; stop it first, or use another run folder"
        }
    }
}
