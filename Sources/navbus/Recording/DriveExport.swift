import EventCodec
import NavigationEvents
import Platform

/// A way to write what a recording holds for other programs. It may go through the events more than once, and never
/// holds them all.
protocol DriveExport {
    /// Writes everything.
    func write(_ source: any EventSource, to sink: TextSink) throws
}

/// Events as lines of JSON: protobuf's JSON form of navbus.v1.Envelope, as `navbus tap --json` prints them.
struct JSONLinesExport: DriveExport {
    var topics = Set(Topic.allCases)

    func write(_ source: any EventSource, to sink: TextSink) throws {
        try source.forEach(of: topics) { try sink.write($0.json() + "\n") }
    }
}

extension Double {
    /// As short as it can be read back exactly; `nil` if it is not finite, which no format can hold.
    var plainText: String? { isFinite ? description.droppingZeroFraction : nil }
}

extension String {
    /// `3.0` as `3`.
    fileprivate var droppingZeroFraction: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}
