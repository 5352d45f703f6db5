import NavigationControl
import NavigationEvents
import PictureOutput
import Pictures
import Platform

/// Renders scenes with the texts and units of the settings. Equal scenes give equal contents.
struct SignRenderer: Sendable {
    /// The name of the picture of the maneuver after the next.
    private static let companion = "then"

    private let settings: SignsSettings

    init(_ settings: SignsSettings) { self.settings = settings }

    /// Whether the picture contains the distance.
    var showsDistance: Bool { settings.texts.contains(.distance) }

    /// The companions of other settings.
    var unusedCompanions: [String] { settings.hasThen ? [] : [Self.companion] }

    /// The content without a sign.
    var blank: DisplayContent {
        DisplayContent(companions: companions(nil), document: [JSONText.Member("sign", .null)])
    }

    /// The content of a scene.
    ///
    /// - Parameters:
    ///   - scene: The scene.
    ///   - number: The number of the effect in the reports.
    func content(_ scene: SignScene, number: UInt64) -> DisplayContent {
        DisplayContent(
            picture: picture(scene), published: plainPicture(scene), companions: companions(scene.next),
            document: [JSONText.Member("sign", SignJSON(scene: scene, distance: distance(scene), number: number).value)]
        )
    }

    /// The sign with its texts.
    func picture(_ scene: SignScene) -> Picture {
        guard !settings.texts.isEmpty else { return plainPicture(scene) }
        let theme = settings.pictures.style.theme
        let caption = SignCaption(
            distance: showsDistance ? distance(scene) ?? "" : "",
            street: settings.texts.contains(.street) ? scene.step.streetName : "",
            exitNumber: settings.texts.contains(.exit) ? scene.step.exitNumber ?? "" : "",
            place: settings.textPlace)
        return Picture(Sign(scene.step), caption: caption, pens: theme.pens, font: theme.font)
    }

    /// The sign without texts.
    private func plainPicture(_ scene: SignScene) -> Picture {
        Picture(Sign(scene.step), pens: settings.pictures.style.theme.pens)
    }

    private func distance(_ scene: SignScene) -> String? {
        scene.distanceMeters.flatMap {
            DistanceLabel(meters: $0, units: settings.units, decimalSeparator: settings.decimalSeparator)?.text
        }
    }

    private func companions(_ next: Step?) -> [DisplayContent.Companion] {
        guard settings.hasThen else { return [] }
        let picture = next.map { Picture(Sign($0), pens: settings.pictures.style.theme.pens) }
        return [DisplayContent.Companion(name: Self.companion, picture: picture)]
    }
}
