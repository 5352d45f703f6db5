/// A picture that a control shows, in its report: for displays elsewhere.
public struct ReportedPicture: Sendable, Hashable {
    /// Bytes that its data may have: all that is reported is kept in the journal and sent to everybody.
    public static let largestBytes = 16 * 1024
    /// Bytes that its media type may have.
    public static let largestMediaTypeBytes = 64

    /// What its data is: "image/svg+xml", "image/png".
    public var mediaType: String
    /// How wide it is to be shown: 1 point is 1/96 inch, whatever the pixels are.
    public var widthPoints: Double
    /// How high it is to be shown, in points.
    public var heightPoints: Double
    /// The file.
    public var data: [UInt8]

    /// Makes a picture.
    public init(mediaType: String, widthPoints: Double, heightPoints: Double, data: [UInt8]) {
        self.mediaType = mediaType
        self.widthPoints = widthPoints
        self.heightPoints = heightPoints
        self.data = data
    }

    /// Why the bus does not take it, in what completes "the picture …"; `nil` if it may.
    public var problem: String? {
        if data.count > Self.largestBytes {
            return "has \(data.count) bytes, and a report takes \(Self.largestBytes); draw it smaller"
        }
        if mediaType.utf8.count > Self.largestMediaTypeBytes || !mediaType.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
            return "has no media type of at most \(Self.largestMediaTypeBytes) letters, such as image/png"
        }
        let sides = [widthPoints, heightPoints]
        return sides.allSatisfy { $0.isFinite && $0 >= 0 }
            ? nil : "has no size: \(widthPoints) by \(heightPoints) points"
    }
}
