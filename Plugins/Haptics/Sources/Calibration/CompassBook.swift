import NavigationControl
import NavigationEvents

/// What is known of how compasses sit, the file in which that is kept, and what is told of it.
struct CompassBook {
    private let file: OffsetFile
    private let report: Reporter
    private var offsets: Offsets
    /// From here the seconds of learning count.
    private var epoch: Timestamp?
    private var toldUncalibrated: Set<String> = []
    private var toldDisagreement: Set<String> = []

    init(file: OffsetFile, fallback: HeadingCalibration, learns: Bool, report: Reporter) {
        self.file = file
        self.report = report
        offsets = Offsets(fallback: fallback, learns: learns)
    }

    /// Reads what is kept. Without it one can still be guided, so it is only told.
    mutating func open() {
        do throws(HapticsError) {
            offsets = Offsets(stored: try file.read(), fallback: offsets.fallback, learns: offsets.learns)
        } catch {
            report(.warning, text: "failed to \(error); calibrate anew, which sets the file aside")
        }
    }

    /// How a compass sits.
    func calibration(of source: String) -> HeadingCalibration { offsets.calibration(of: source) }

    /// Whether that is known.
    func isKnown(_ source: String) -> Bool { offsets.isKnown(source) }

    /// Somebody is steered by a compass: if nothing is known of how it sits, that is told once.
    mutating func steers(by source: String) {
        guard !offsets.isKnown(source), offsets.fallback == HeadingCalibration(), !toldUncalibrated.contains(source)
        else { return }
        toldUncalibrated.insert(source)
        report(.note, text: "steering by \(source), which was never calibrated: navbus haptics calibrate")
    }

    /// Learns of a moment of walking.
    mutating func learn(_ source: String, device: Double, fix: Fix) {
        let begin = epoch ?? fix.time
        epoch = begin
        offsets.learn(source, device: device, fix: fix, since: begin)
        guard !toldDisagreement.contains(source), let degrees = offsets.disagreement(of: source, at: fix.time) else {
            return
        }
        toldDisagreement.insert(source)
        report(
            .warning,
            text:
                "\(source) points \(Int(degrees.rounded()))° away from where its wearer walks: it has slipped, or metal "
                + "or a magnet disturbs it; calibrate again: navbus haptics calibrate")
    }

    /// Compasses were calibrated.
    mutating func calibrated(_ results: [Calibrator.Result], at time: Timestamp) {
        var new: [String: StoredOffset] = [:]
        for result in results {
            new[result.source] = StoredOffset(
                degrees: result.offsetDegrees, spreadDegrees: result.spreadDegrees, origin: .facingNorth, time: time)
        }
        for (source, offset) in new { offsets.calibrated(source, offset) }
        toldDisagreement.subtract(new.keys)
        keep(new)
    }

    /// A drive ends: what was learned on it is kept.
    mutating func keepLearned(at time: Timestamp) {
        let learned = offsets.takeLearned(at: time)
        keep(learned)
        for (source, offset) in learned.sorted(by: { $0.key < $1.key }) {
            report(.note, text: "learned on the way: \(source) sits at \(Int(offset.degrees.rounded()) % 360)°")
        }
    }

    private func keep(_ new: [String: StoredOffset]) {
        do throws(HapticsError) {
            guard let aside = try file.keep(new) else { return }
            report(.warning, text: "\(file.path) could not be read; it was set aside as \(aside)")
        } catch {
            report(.warning, text: "failed to \(error)")
        }
    }
}
