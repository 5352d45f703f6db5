public import Pictures
import Synchronization
import Platform

/// A bounded cache of pictures as files of one style. Each file is made once for all displays.
///
/// A control has one cache for its folder, its panel, its album and its published pictures.
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

    private struct Caches: Sendable {
        var files = PictureCache<Subject, File>(maxCount: 96)
        /// The frame of a panel may have megabytes: the current one and the blank one are enough.
        var frames = PictureCache<Subject, File>(maxCount: 2)
    }

    /// The size and theme of the pictures.
    public let style: PictureStyle
    private let caches = Mutex(Caches())

    /// Creates an empty cache.
    public init(_ style: PictureStyle) { self.style = style }

    /// The number of files drawn so far.
    public var drawnCount: Int { caches.withLock { $0.files.drawnCount + $0.frames.drawnCount } }

    /// A PNG; transparent without a picture. Size and scale default to those of the style.
    public func png(
        _ picture: Picture?, size: PictureStyle.Size? = nil, scale: Int? = nil
    ) throws(PictureError) -> File {
        let (size, scale) = (size ?? style.size, scale ?? style.scale)
        return try caches.withLock { (caches) throws(PictureError) in
            try caches.files.drawn(Subject(picture: picture, form: .png(size, scale: scale))) {
                _ throws(PictureError) in
                Self.summed(try renderer(size, scale).png(picture))
            }
        }
    }

    /// An SVG; empty without a picture.
    public func svg(_ picture: Picture?, size: PictureStyle.Size? = nil) throws(PictureError) -> File {
        let size = size ?? style.size
        return try caches.withLock { (caches) throws(PictureError) in
            try caches.files.drawn(Subject(picture: picture, form: .svg(size))) { _ throws(PictureError) in
                Self.summed(try renderer(size, style.scale).svg(picture))
            }
        }
    }

    /// The pixels of a panel as RGB565, two bytes each.
    public func frame(_ picture: Picture?, _ panel: PanelSize) throws(PictureError) -> File {
        try caches.withLock { (caches) throws(PictureError) in
            try caches.frames.drawn(Subject(picture: picture, form: .frame(panel))) { _ throws(PictureError) in
                Self.summed(
                    try renderer(style.size, style.scale).rgb565(picture, width: panel.width, height: panel.height))
            }
        }
    }

    private func renderer(_ size: PictureStyle.Size, _ scale: Int) -> PictureRenderer {
        PictureRenderer(style: PictureStyle(size: size, scale: scale, theme: style.theme))
    }

    private static func summed(_ bytes: [UInt8]) -> File {
        File(bytes: bytes, checksum: CyclicChecksum.of(bytes).hexadecimal)
    }
}
