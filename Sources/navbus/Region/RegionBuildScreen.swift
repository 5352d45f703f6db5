import CommandOutput
import Glibc
import Platform
import Regions

/// The progress of the build of a region: a line for each part that is finished, on a terminal a last line with the
/// running part, and elsewhere a line for each part that begins.
final class RegionBuildScreen {
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private static let width = 10
    private var begun: RegionPart?

    /// Shows progress.
    func show(_ progress: BuildProgress) {
        let name = progress.part.rawValue.padded(to: Self.width)
        switch progress.event {
        case .working(let share, let left):
            if isTerminal {
                update(name, share, left)
            } else if begun != progress.part {
                begun = progress.part
                Output.line("\(name)begins")
            }
        case .finished(let seconds): line("\(name)\(Quantity.duration(seconds))")
        case .kept: line("\(name)finished by an earlier build")
        case .note(let text):
            erase()
            Output.error("\(Style.error.yellow("note:")) \(text)")
        }
    }

    /// Removes the last line.
    func erase() {
        if isTerminal { _ = Output.write("\r\u{1B}[K", to: STDOUT_FILENO) }
    }

    private func line(_ text: String) {
        erase()
        Output.line(text)
    }

    private func update(_ name: String, _ share: Double, _ left: Double?) {
        let time = left.map { ", about \(Quantity.duration($0)) left" } ?? ""
        erase()
        _ = Output.write("\u{1B}[?7l\(name)\(Int(share * 100)) %\(time)\u{1B}[?7h", to: STDOUT_FILENO)
    }
}
