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

    init(file: OffsetFile, fallback: HeadingCalibration?, learns: Bool, report: Reporter) {
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

    /// How a compass sits; `nil` if nothing is known of that.
    func calibration(of source: String) -> HeadingCalibration? { offsets.calibration(of: source) }

    /// Whether it was calibrated or learned.
    func isKnown(_ source: String) -> Bool { offsets.isKnown(source) }

    /// A navigation of this kind begins.
    mutating func travels(by mode: TravelMode) { offsets.mostSpeed = Offsets.mostSpeed(mode) }

    /// A compass is there to steer by: if nothing is known of how it sits, that is told once.
    mutating func points(_ source: String) {
        guard offsets.calibration(of: source) == nil, !toldUncalibrated.contains(source) else { return }
        toldUncalibrated.insert(source)
        let more = offsets.learns ? "; or it is learned in half a minute of walking straight on" : ""
        report(
            .note,
            text: "\(source) was never calibrated, so nobody is led by it: navbus haptics calibrate\(more)")
    }

    /// Learns of a moment of walking.
    mutating func learn(_ source: String, device: Double, fix: Fix) {
        let begin = epoch ?? fix.time
        epoch = begin
        offsets.learn(source, device: device, fix: fix, since: begin)
        guard !toldDisagreement.contains(source), let degrees = offsets.disagreement(of: source) else {
            return
        }
        toldDisagreement.insert(source)
        report(
            .warning,
            text:
                "\(source) points \(Int(clamping: degrees.rounded()))° away from where its wearer walks: it has slipped, or metal "
                + "or a magnet disturbs it; calibrate again: navbus haptics calibrate")
    }

    /// Compasses were calibrated.
    ///
    /// - Parameter driven: The time of the drive.
    mutating func calibrated(_ results: [Calibrator.Result], on driven: Timestamp?) {
        var new: [String: StoredOffset] = [:]
        for result in results {
            new[result.source] = StoredOffset(
                degrees: result.offsetDegrees, spreadDegrees: result.spreadDegrees, origin: .facingNorth,
                time: file.now())
        }
        for (source, offset) in new { offsets.calibrated(source, offset) }
        toldDisagreement.subtract(new.keys)
        guard isOfToday(driven) else {
            let text = "how the compass sits holds until navbus ends: the drive is not of this machine's day, but of "
            return report(
                .warning,
                text: text + "a recording, or its clock is wrong; set it, and calibrate with positions of today")
        }
        keep(new)
    }

    /// A drive ends: what was learned on it is kept; on one that was recorded before, nothing is.
    ///
    /// - Parameter driven: The time of the drive.
    mutating func keepLearned(at driven: Timestamp) {
        guard isOfToday(driven) else { return offsets.forgetLearned() }
        let learned = offsets.takeLearned(at: file.now())
        keep(learned)
        for (source, offset) in learned.sorted(by: { $0.key < $1.key }) {
            report(
                .note, text: "learned on the way: \(source) sits at \(Int(clamping: offset.degrees.rounded()) % 360)°")
        }
    }

    /// Whether the clocks agree: what is replayed was learned by others, or long ago.
    private func isOfToday(_ driven: Timestamp?) -> Bool {
        driven.map { abs(file.now().seconds(since: $0)) < StoredOffset.freshSeconds } ?? false
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
