import CommandOutput
import EventBus
import NavigationEvents
package import Regions

extension Region {
    /// The parts, the size and the age in a line.
    package var summary: String { summary(at: .now) }

    /// The line as of a time.
    func summary(at now: Timestamp) -> String {
        let parts = RegionPart.allCases.filter { $0 != .index && manifest.parts[$0] != nil }.map(\.rawValue)
        let days = { (time: Timestamp) in "\(Int(max(now.seconds(since: time), 0) / 86_400)) days" }
        let age = manifest.dataTime.map { "data \(days($0)) old" } ?? "built \(days(manifest.builtAt)) ago"
        return "\(parts.joined(separator: ", ")); \(Quantity.bytes(byteCount)); \(age)"
    }
}
