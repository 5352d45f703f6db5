import Glibc
import NavigationControl
import Supervisor
import TOML

extension RunConfiguration {
    /// Creates the missing folders of the log and of the recording.
    func makeFolders() throws(ConfigurationError) {
        for path in [log?.path, record?.path].compactMap(\.self) {
            guard let folder = InstalledFiles.parent(of: path), Glibc.access(folder, F_OK) != 0 else { continue }
            do {
                try OutputFolder(folder).open()
            } catch {
                throw ConfigurationError(file: path, text: "failed to \(error)", isAboutAccess: true)
            }
        }
    }
}
