public import Pictures
import Synchronization

/// Pictures as files of one style, each made once, however many displays show it and however often.
///
/// A control has one for its folder, its panel, its album and what it publishes. Bounded.
public final class PictureFiles: Sendable {
    /// The bytes of a picture.
    public struct File: Sendable, Hashable {
        /// The content of the file.
        public let bytes: [UInt8]
        /// CRC-32 of the bytes, as eight hexadecimal digits.
        public let checksum: String
    }

    private struct Subject: Hashable, Sendable {
        var picture: Picture?
        var form: Form
    }

    private enum Form: Hashable, Sendable {
        case png(PictureStyle.Size, scale: Int)
        case svg(PictureStyle.Size)
        case frame(PanelSize)
    }

    private struct Kept: Sendable {
        var files = PictureCache<Subject, File>(mostKept: 96)
        /// The frame of a panel may have megabytes: the one that is seen is enough, and the blank one.
        var frames = PictureCache<Subject, File>(mostKept: 2)
    }

    /// How they look.
    public let style: PictureStyle
    private let kept = Mutex(Kept())

    /// Makes it; nothing is drawn yet.
    public init(_ style: PictureStyle) { self.style = style }

    /// How often something had to be drawn.
    public var drawnCount: Int { kept.withLock { $0.files.drawnCount + $0.frames.drawnCount } }

    /// A PNG; wholly transparent without a picture. What is not given is as the style says.
    public func png(
        _ picture: Picture?, size: PictureStyle.Size? = nil, scale: Int? = nil
    ) throws(PictureError) -> File {
        let (size, scale) = (size ?? style.size, scale ?? style.scale)
        return try kept.withLock { (kept) throws(PictureError) in
            try kept.files.drawn(Subject(picture: picture, form: .png(size, scale: scale))) { _ throws(PictureError) in
                Self.summed(try renderer(size, scale).png(picture))
            }
        }
    }

    /// An SVG; empty without a picture.
    public func svg(_ picture: Picture?, size: PictureStyle.Size? = nil) throws(PictureError) -> File {
        let size = size ?? style.size
        return try kept.withLock { (kept) throws(PictureError) in
            try kept.files.drawn(Subject(picture: picture, form: .svg(size))) { _ throws(PictureError) in
                Self.summed(try renderer(size, style.scale).svg(picture))
            }
        }
    }

    /// The pixels of a panel, two bytes each.
    public func frame(_ picture: Picture?, _ panel: PanelSize) throws(PictureError) -> File {
        try kept.withLock { (kept) throws(PictureError) in
            try kept.frames.drawn(Subject(picture: picture, form: .frame(panel))) { _ throws(PictureError) in
                Self.summed(
                    try renderer(style.size, style.scale).rgb565(picture, width: panel.width, height: panel.height))
            }
        }
    }

    private func renderer(_ size: PictureStyle.Size, _ scale: Int) -> PictureRenderer {
        PictureRenderer(style: PictureStyle(size: size, scale: scale, theme: style.theme))
    }

    private static func summed(_ bytes: [UInt8]) -> File { File(bytes: bytes, checksum: Checksum.text(of: bytes)) }
}
