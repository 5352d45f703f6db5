/// A picture that a control shows, in its report: for displays elsewhere.
public struct ReportedPicture: Sendable, Hashable {
    /// Bytes that its data may have: all that is reported is kept in the journal and sent to everybody.
    public static let largestBytes = 16 * 1024
    /// Bytes that its media type may have.
    public static let largestMediaTypeBytes = 64
    /// What each of its sides may have, in points.
    public static let largestPoints = 10_000.0

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
        guard isOfImages else {
            return "has no media type of an image, such as image/png: image/ and letters, digits, '.', '+' or '-', "
                + "\(Self.largestMediaTypeBytes) in all"
        }
        return [widthPoints, heightPoints].allSatisfy { $0 > 0 && $0 <= Self.largestPoints }
            ? nil
            : "has no size above 0 and up to \(Int(Self.largestPoints)) points: it is \(widthPoints) by \(heightPoints)"
    }

    /// Whether its media type is one of images: whoever shows it hands that on, to a browser for example.
    private var isOfImages: Bool {
        let prefix = "image/"
        guard mediaType.utf8.count <= Self.largestMediaTypeBytes, mediaType.hasPrefix(prefix) else { return false }
        let form = mediaType.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
        return !form.isEmpty
            && form.allSatisfy {
                "a"..."z" ~= $0 || "A"..."Z" ~= $0 || "0"..."9" ~= $0 || [".", "+", "-"].contains($0)
            }
    }
}
