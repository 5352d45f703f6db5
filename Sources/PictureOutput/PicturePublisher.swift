public import NavigationEvents
public import Pictures

/// Makes of a picture what is published of it, for displays elsewhere.
public struct PicturePublisher: Sendable {
    private let renderer: PictureRenderer
    private let publishing: PictureSettings.Publishing

    /// Makes it of the settings.
    public init(_ settings: PictureSettings) {
        renderer = PictureRenderer(style: settings.style)
        publishing = settings.publishing
    }

    /// The picture as it is reported; `nil` where none is to be published. One that is too large for a report is
    /// published as a PNG without further pixels, which has fewer bytes.
    public func reported(_ picture: Picture?) throws(PictureError) -> ReportedPicture? {
        guard let picture, publishing != .none else { return nil }
        let wanted = try publishing == .svg ? svg(picture) : png(picture, scale: renderer.style.scale)
        return wanted.data.count <= ReportedPicture.largestBytes ? wanted : try png(picture, scale: 1)
    }

    private func svg(_ picture: Picture) throws(PictureError) -> ReportedPicture {
        ReportedPicture(
            mediaType: "image/svg+xml", widthPoints: picture.width * pointsOfUnit,
            heightPoints: picture.height * pointsOfUnit, data: try renderer.svg(picture))
    }

    private func png(_ picture: Picture, scale: Int) throws(PictureError) -> ReportedPicture {
        var renderer = renderer
        renderer.style.scale = scale
        return ReportedPicture(
            mediaType: "image/png", widthPoints: picture.width * pointsOfUnit,
            heightPoints: picture.height * pointsOfUnit, data: try renderer.png(picture))
    }

    private var pointsOfUnit: Double { Double(renderer.style.size.rawValue) / Picture.unitsOfSize }
}
