import NavigationControl
import NavigationEvents
import PictureOutput
import Pictures
import Platform

extension DisplayContent {
    /// The content without lanes.
    static let noLanes = DisplayContent(line: "", document: LaneJSON(lanes: []).members)

    /// Creates the content of lanes.
    ///
    /// - Parameters:
    ///   - lanes: The lanes.
    ///   - step: The step with the maneuver after the lanes.
    ///   - number: The number of the effect in the reports.
    ///   - pens: The line widths.
    init(_ lanes: [Lane], before step: Step?, number: UInt64, pens: Pens) {
        let line = LaneLine(lanes: lanes).text
        self.init(
            picture: Picture(lanes: lanes, pens: pens), line: line,
            document: LaneJSON(lanes: lanes).members + [
                JSONText.Member("effectNumber", .integer(Int(clamping: number))),
                JSONText.Member("text", .string(line)),
                JSONText.Member("words", .string(LaneWords(lanes: lanes).text)),
                JSONText.Member("maneuver", JSONText(step.map { "\($0.maneuver)" })),
                JSONText.Member("drivingSide", JSONText(step.map { "\($0.drivingSide)" })),
            ])
    }
}
