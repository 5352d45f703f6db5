import Glibc
import Platform

/// The tiles of a road network of Valhalla. Valhalla reads a damaged tile as one without roads, and reports nothing.
struct RoadTiles {
    let folder: String

    /// The places in the header of a tile: the version of Valhalla as text, and the size of the tile.
    private static let (versionOffset, sizeOffset, headerBytes) = (16, 224, 228)
    /// The version whose header has the size at this place.
    private static let version = Array("3.".utf8)

    /// The first problem in words; `nil` if there is none.
    func problem() -> String? {
        var count = 0
        if let path = firstDamagedTile(in: folder, &count) {
            return "routes/tiles\(path.dropFirst(folder.count)) is truncated or damaged"
        }
        return count == 0 ? "routes has no tile" : nil
    }

    private func firstDamagedTile(in path: String, _ count: inout Int) -> String? {
        for name in FolderNames.readable(in: path) {
            let entry = "\(path)/\(name)"
            if name.hasSuffix(".gph") {
                count += 1
                if !Self.isComplete(entry) { return entry }
            } else if let damaged = firstDamagedTile(in: entry, &count) {
                return damaged
            }
        }
        return nil
    }

    private static func isComplete(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: headerBytes)
        var status = stat()
        guard read(descriptor, &header, headerBytes) == headerBytes, fstat(descriptor, &status) == 0,
            (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(header[versionOffset])
        else { return false }
        // Another version may have another header.
        guard header[versionOffset...].starts(with: version) else { return true }
        let size = header[sizeOffset..<sizeOffset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        return size == status.st_size
    }
}
