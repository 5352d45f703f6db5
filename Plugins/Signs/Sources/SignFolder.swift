import NavigationControl

/// A folder with `next.png` and `next.svg`. Whoever reads them sees the old picture or the new one, never a part.
struct SignFolder: SignDisplay {
    private let folder: OutputFolder

    init(path: String) { folder = OutputFolder(path) }

    func open() throws(SignsError) {
        do { try folder.open() } catch { throw SignsError(error) }
    }

    func show(_ files: SignFiles) throws(SignsError) { try write(files, as: "next") }

    /// The content of a file; `nil` if there is none of that name.
    func read(_ name: String) -> [UInt8]? { folder.read(name) }

    /// Writes both files of a sign under a name.
    func write(_ files: SignFiles, as name: String) throws(SignsError) {
        do {
            try folder.replace("\(name).png", with: files.png)
            try folder.replace("\(name).svg", with: files.svg)
        } catch {
            throw SignsError(error)
        }
    }
}

extension SignsError {
    fileprivate init(_ failure: OutputFolder.Failure) {
        switch failure {
        case .folder(let path, let reason): self = .folder(path: path, reason: reason)
        case .writing(let path, let reason): self = .writing(path: path, reason: reason)
        }
    }
}
