import NavigationControl
import NavigationEvents
import PictureOutput
import Pictures

/// How scenes are seen: with which texts and in which units. Pure: equal scenes are equal exhibits.
struct SignFace: Sendable {
    /// The picture of the maneuver after the next.
    private static let companion = "then"

    private let settings: SignsSettings

    init(_ settings: SignsSettings) { self.settings = settings }

    /// Whether a scene looks different when the distance does.
    var showsDistance: Bool { settings.texts.contains(.distance) }

    /// Companions that there are with other settings.
    var unusedCompanions: [String] { settings.hasThen ? [] : [Self.companion] }

    /// Where there is nothing to see.
    var blank: Exhibit {
        Exhibit(companions: companions(nil), document: [JSONText.Member("sign", .null)])
    }

    /// What is shown of a scene.
    ///
    /// - Parameter number: Of the effect, as the reports have it.
    func exhibit(_ scene: SignScene, number: UInt64) -> Exhibit {
        Exhibit(
            picture: picture(scene), published: plainPicture(scene), companions: companions(scene.next),
            document: [JSONText.Member("sign", SignJSON(scene: scene, distance: distance(scene), number: number).value)]
        )
    }

    /// The sign with what is to stand with it.
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

    /// The sign without any text.
    private func plainPicture(_ scene: SignScene) -> Picture {
        Picture(Sign(scene.step), pens: settings.pictures.style.theme.pens)
    }

    private func distance(_ scene: SignScene) -> String? {
        scene.distanceMeters.flatMap {
            DistanceLabel(meters: $0, units: settings.units, decimalSeparator: settings.decimalSeparator)?.text
        }
    }

    private func companions(_ next: Step?) -> [Exhibit.Companion] {
        guard settings.hasThen else { return [] }
        let picture = next.map { Picture(Sign($0), pens: settings.pictures.style.theme.pens) }
        return [Exhibit.Companion(name: Self.companion, picture: picture)]
    }
}
