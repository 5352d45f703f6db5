import NavigationEvents
import Pictures

/// Converts a picture to the format that is published for remote displays.
struct PicturePublisher: Sendable {
    let pictures: PictureFiles
    let publishing: PictureSettings.Publishing

    /// The picture of a report; `nil` if none is to be published. A picture that is too large for a report becomes a
    /// PNG at scale 1, which has fewer bytes.
    func reported(_ picture: Picture?) throws(PictureError) -> ReportedPicture? {
        guard let picture, publishing != .none else { return nil }
        let wanted = try publishing == .svg ? svg(picture) : png(picture)
        return wanted.data.count <= ReportedPicture.maxBytes ? wanted : try png(picture, scale: 1)
    }

    private func svg(_ picture: Picture) throws(PictureError) -> ReportedPicture {
        reported(picture, as: "image/svg+xml", try pictures.svg(picture))
    }

    private func png(_ picture: Picture, scale: Int? = nil) throws(PictureError) -> ReportedPicture {
        reported(picture, as: "image/png", try pictures.png(picture, scale: scale))
    }

    private func reported(_ picture: Picture, as mediaType: String, _ file: PictureFiles.File) -> ReportedPicture {
        let pointsOfUnit = Double(pictures.style.size.rawValue) / Picture.unitsOfSize
        return ReportedPicture(
            mediaType: mediaType, widthPoints: picture.width * pointsOfUnit,
            heightPoints: picture.height * pointsOfUnit, data: file.bytes)
    }
}
