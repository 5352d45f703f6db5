/// A picture that a control displays, in its report, for other displays.
public struct ReportedPicture: Sendable, Hashable {
    /// Maximum size of the data, bytes: the journal keeps every report, and every subscriber receives it.
    public static let maxBytes = 16 * 1024
    /// Maximum length of the media type, bytes.
    public static let maxMediaTypeBytes = 64
    /// Maximum width and height, points.
    public static let maxPoints = 10_000.0

    /// The media type of the data: "image/svg+xml", "image/png".
    public var mediaType: String
    /// The width on the display, points of 1/96 inch, independent of the pixels.
    public var widthPoints: Double
    /// The height on the display, points.
    public var heightPoints: Double
    /// The contents of the image file.
    public var data: [UInt8]

    /// Makes a picture.
    public init(mediaType: String, widthPoints: Double, heightPoints: Double, data: [UInt8]) {
        self.mediaType = mediaType
        self.widthPoints = widthPoints
        self.heightPoints = heightPoints
        self.data = data
    }

    /// The reason why the bus refuses the picture, as the continuation of "the picture …"; `nil` if it accepts it.
    public var problem: String? {
        if data.count > Self.maxBytes {
            return "has \(data.count) bytes, and a report takes \(Self.maxBytes); draw it smaller"
        }
        guard isImageType else {
            return "has no media type of an image, such as image/png: image/ and letters, digits, '.', '+' or '-', "
                + "\(Self.maxMediaTypeBytes) in all"
        }
        return [widthPoints, heightPoints].allSatisfy { $0 > 0 && $0 <= Self.maxPoints }
            ? nil
            : "has no size above 0 and up to \(Int(Self.maxPoints)) points: it is \(widthPoints) by \(heightPoints)"
    }

    /// Whether the media type is that of an image: displays pass it on, for example to a browser.
    private var isImageType: Bool {
        let prefix = "image/"
        guard mediaType.utf8.count <= Self.maxMediaTypeBytes, mediaType.hasPrefix(prefix) else { return false }
        let form = mediaType.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
        return !form.isEmpty
            && form.allSatisfy {
                "a"..."z" ~= $0 || "A"..."Z" ~= $0 || "0"..."9" ~= $0 || [".", "+", "-"].contains($0)
            }
    }
}
