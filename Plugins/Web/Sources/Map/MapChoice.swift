import Glibc
import NavigationEvents
import Regions

/// Decides which map the page shows.
struct MapChoice: Sendable {
    private static let fileName = "map.mbtiles"

    private let setting: String
    private let library: RegionLibrary

    /// - Parameters:
    ///   - setting: The setting `map`: a file, the folder of a region, or empty.
    ///   - library: The regions of this machine.
    init(_ setting: String, library: RegionLibrary = .ofThisProcess) {
        (self.setting, self.library) = (setting, library)
    }

    /// Whether the setting names a map.
    var isSet: Bool { !setting.isEmpty }

    /// The path of the MBTiles file: that of the setting, of the region with the position, or of the first region; `nil`
    /// without one.
    func path(at position: Coordinate?) -> String? {
        guard !isSet else { return isFolder(setting) ? "\(setting)/\(Self.fileName)" : setting }
        let regions = library.contents().regions.filter { access($0.path(Self.fileName), R_OK) == 0 }
        let around = position.flatMap { position in regions.first { $0.manifest.bounds.contains(position) } }
        return (around ?? regions.first)?.path(Self.fileName)
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
