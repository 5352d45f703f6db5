import Pictures

/// The two files of a sign.
struct SignFiles: Hashable, Sendable {
    var png: [UInt8]
    var svg: [UInt8]
}

/// Draws each sign once.
struct SignCache: Sendable {
    /// A drive meets far fewer signs than this; beyond it the cache starts anew.
    static let mostSigns = 128

    /// Signs drawn so far, for whoever wonders whether the cache works.
    private(set) var drawnCount = 0
    private let renderer: PictureRenderer
    private var files: [Sign?: SignFiles] = [:]

    init(style: PictureStyle) { renderer = PictureRenderer(style: style) }

    /// The files of a sign, or of none.
    mutating func files(_ sign: Sign?) throws(SignsError) -> SignFiles {
        if let known = files[sign] { return known }
        let picture = sign.map { Picture($0) }
        let drawn: SignFiles
        do { drawn = SignFiles(png: try renderer.png(picture), svg: try renderer.svg(picture)) } catch {
            throw .drawing(error)
        }
        if files.count >= Self.mostSigns { files.removeAll() }
        files[sign] = drawn
        drawnCount += 1
        return drawn
    }
}
