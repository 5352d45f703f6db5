import EventCodec
import NavigationEvents
import Platform

/// Writes a recording in a format for other programs. It may read the events several times, but never keeps all in
/// memory.
package protocol DriveExport {
    /// Writes the whole recording.
    func write(_ source: any EventSource, to sink: TextSink) throws
}

/// Exports events as lines of JSON: the protobuf JSON form of navbus.v1.Envelope, as `navbus tap --json` prints it.
package struct JSONLinesExport: DriveExport {
    /// Makes an export.
    package init() {}

    var topics = Set(Topic.allCases)

    package func write(_ source: any EventSource, to sink: TextSink) throws {
        try source.forEach(of: topics) { try sink.write($0.json() + "\n") }
    }
}

extension Double {
    /// The shortest text that gives the same number; `nil` if the number is not finite, which the formats cannot
    /// represent.
    var plainText: String? { isFinite ? description.droppingZeroFraction : nil }
}

extension String {
    /// `3.0` as `3`.
    fileprivate var droppingZeroFraction: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}
