import Platform

/// A region: a folder with a map, routes, places and landmarks of one extract.
package struct Region: Sendable, Hashable {
    package var name: RegionName
    /// The absolute path of the folder.
    package var folder: String
    package var manifest: RegionManifest

    /// Reads the manifest of a folder.
    init(name: RegionName, folder: String) throws(RegionError) {
        manifest = try RegionManifest(folder: folder)
        (self.name, self.folder) = (name, folder)
    }

    /// The path of a file of the region.
    package func path(_ file: String) -> String { "\(folder)/\(file)" }

    /// The number of bytes of all files.
    package var byteCount: Int { FileTree.bytes(folder) }

    /// The problems that a check finds; empty if the region can be used. It reads all databases.
    package func problems() -> [String] { RegionCheck(region: self).problems() }

    /// The first problem of the road network; `nil` if Valhalla can use it. Only the headers of its tiles are read.
    package func roadProblem() -> String? { RoadTiles(folder: path("routes/tiles")).problem() }
}
