import Glibc
import NavigationEvents
import Platform

/// A walk as a GPX file with two tracks: the positions of the walker, and those of the receiver.
struct WalkTrack {
    private let trace: [Walk.Trace]

    init(_ trace: [Walk.Trace]) { self.trace = trace }

    /// The content of the file.
    var gpx: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="navbus" xmlns="http://www.topografix.com/GPX/1/1">
        \(track("walked", trace.map(\.position)))
        \(track("received", trace.compactMap(\.received)))
        </gpx>

        """
    }

    /// Writes the file.
    func write(to path: String) throws(WalkError) {
        let descriptor = PrivateFile.open(path, O_WRONLY | O_TRUNC)
        guard descriptor >= 0, let file = fdopen(descriptor, "we") else { throw Self.failure(path) }
        let isWritten = fputs(gpx, file) >= 0 && fflush(file) == 0
        let reason = Self.failure(path)
        guard fclose(file) == 0, isWritten else { throw reason }
    }

    private static func failure(_ path: String) -> WalkError {
        .file(path: path, reason: String(cString: strerror(errno)))
    }

    private func track(_ name: String, _ places: [Coordinate]) -> String {
        let points = places.map {
            "<trkpt lat=\"\(Self.text($0.latitudeDegrees))\" lon=\"\(Self.text($0.longitudeDegrees))\"/>"
        }
        return "<trk><name>\(name)</name><trkseg>\n\(points.joined(separator: "\n"))\n</trkseg></trk>"
    }

    /// Rounds to a centimetre.
    private static func text(_ degrees: Double) -> String { "\((degrees * 1e7).rounded() / 1e7)" }
}
