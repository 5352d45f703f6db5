import NavigationControl
import NavigationEvents

/// A folder with `lanes.json`. Whoever reads it sees the old lanes or the new ones, never a part.
struct LaneFile: LaneDisplay {
    private let folder: OutputFolder

    init(folder path: String) { folder = OutputFolder(path) }

    func open() throws(LanesError) {
        do { try folder.open() } catch { throw LanesError(error) }
    }

    func show(_ lanes: [Lane]) throws(LanesError) {
        do { try folder.replace("lanes.json", with: Array(LaneJSON(lanes: lanes).text.utf8)) } catch {
            throw LanesError(error)
        }
    }
}

extension LanesError {
    fileprivate init(_ failure: OutputFolder.Failure) {
        switch failure {
        case .folder(let path, let reason): self = .folder(path: path, reason: reason)
        case .writing(let path, let reason): self = .writing(path: path, reason: reason)
        }
    }
}
