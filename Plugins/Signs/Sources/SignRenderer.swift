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
    private let texts: Set<SignText>
    private let theme: Theme

    /// - Parameters:
    ///   - settings: The settings of the control.
    ///   - texts: The texts of the sign.
    ///   - theme: The colours of the sign.
    init(_ settings: SignsSettings, texts: Set<SignText>, theme: Theme) {
        self.settings = settings
        self.texts = texts
        self.theme = theme
    }

    /// Whether the picture contains texts, which need a font.
    var hasTexts: Bool { !texts.isEmpty }

    /// Whether the picture contains the distance.
    var showsDistance: Bool { texts.contains(.distance) }

    /// The companions of other settings.
    var unusedCompanions: [String] { settings.then ? [] : [Self.companion] }

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
        guard hasTexts else { return plainPicture(scene) }
        let caption = SignCaption(
            distance: showsDistance ? distance(scene) ?? "" : "",
            street: texts.contains(.street) ? scene.step.streetName : "",
            exitNumber: texts.contains(.exit) ? scene.step.exitNumber ?? "" : "",
            place: settings.textPlace)
        return Picture(Sign(scene.step), caption: caption, pens: theme.pens, font: theme.font)
    }

    /// The sign without texts.
    private func plainPicture(_ scene: SignScene) -> Picture {
        Picture(Sign(scene.step), pens: theme.pens)
    }

    private func distance(_ scene: SignScene) -> String? {
        scene.distanceMeters.flatMap {
            DistanceLabel(meters: $0, units: settings.units, decimalSeparator: settings.decimalCharacter)?.text
        }
    }

    private func companions(_ next: Step?) -> [DisplayContent.Companion] {
        guard settings.then else { return [] }
        let picture = next.map { Picture(Sign($0), pens: theme.pens) }
        return [DisplayContent.Companion(name: Self.companion, picture: picture)]
    }
}
