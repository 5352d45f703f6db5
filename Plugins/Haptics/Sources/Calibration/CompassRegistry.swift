import NavigationControl
import NavigationEvents

/// Knows the offsets of compasses, the file that stores them, and which problems of compasses were reported.
struct CompassRegistry {
    private let file: OffsetFile
    private let report: Reporter
    private var offsets: Offsets
    /// The origin of the seconds of learning.
    private var epoch: Timestamp?
    private var reportedUncalibrated: Set<String> = []
    private var reportedDisagreement: Set<String> = []

    init(file: OffsetFile, fallback: HeadingCalibration?, learns: Bool, report: Reporter) {
        self.file = file
        self.report = report
        offsets = Offsets(fallback: fallback, learns: learns)
    }

    /// Reads the file of offsets. A failure is only reported, because guidance works without offsets.
    mutating func open() {
        do throws(HapticsError) {
            offsets = Offsets(stored: try file.read(), fallback: offsets.fallback, learns: offsets.learns)
        } catch {
            report(.warning, text: "failed to \(error); calibrate again, which sets the file aside")
        }
    }

    /// The offset of a compass; `nil` if it is unknown.
    func calibration(of source: String) -> HeadingCalibration? { offsets.calibration(of: source) }

    /// Whether a compass was calibrated, or its offset was learned.
    func isKnown(_ source: String) -> Bool { offsets.isKnown(source) }

    /// Sets the travel mode of the navigation that begins.
    mutating func setTravelMode(_ mode: TravelMode) {
        offsets.maxSpeedMetersPerSecond = Offsets.maxSpeedMetersPerSecond(mode)
    }

    /// Reports once that the compass in use has no known offset.
    mutating func reportIfUncalibrated(_ source: String) {
        guard offsets.calibration(of: source) == nil, !reportedUncalibrated.contains(source) else { return }
        reportedUncalibrated.insert(source)
        let more = offsets.learns ? "; or it is learned in half a minute of walking straight on" : ""
        report(
            .note,
            text: "\(source) is not calibrated, so its headings are not used: navbus haptics calibrate\(more)")
    }

    /// Learns the offset from a fix and the heading at its time.
    mutating func learn(_ source: String, device: Double, fix: Fix) {
        let begin = epoch ?? fix.time
        epoch = begin
        offsets.learn(source, device: device, fix: fix, since: begin)
        guard !reportedDisagreement.contains(source), let degrees = offsets.disagreement(of: source) else {
            return
        }
        reportedDisagreement.insert(source)
        report(
            .warning,
            text:
                "\(source) points \(Int(clamping: degrees.rounded()))° away from the direction of walking: it has "
                + "slipped, or metal or a magnet disturbs it; calibrate again: navbus haptics calibrate")
    }

    /// Stores the results of a calibration.
    ///
    /// - Parameters:
    ///   - results: The offsets.
    ///   - driven: The time of the drive.
    mutating func calibrated(_ results: [Calibrator.Result], on driven: Timestamp?) {
        var new: [String: StoredOffset] = [:]
        for result in results {
            new[result.source] = StoredOffset(
                degrees: result.offsetDegrees, spreadDegrees: result.spreadDegrees, origin: .facingNorth,
                time: file.now())
        }
        for (source, offset) in new { offsets.calibrated(source, offset) }
        reportedDisagreement.subtract(new.keys)
        guard isOfToday(driven) else {
            let text = "the offset of the compass is kept only until navbus ends: the time of the drive is that of "
            return report(
                .warning,
                text: text + "a recording, or the clock of this machine is wrong; set it, and calibrate again")
        }
        store(new)
    }

    /// Stores the learned offsets at the end of a drive. Replayed drives store none.
    ///
    /// - Parameter driven: The time of the drive.
    mutating func storeLearned(at driven: Timestamp) {
        guard isOfToday(driven) else { return offsets.forgetLearned() }
        let learned = offsets.takeLearned(at: file.now())
        store(learned)
        for (source, offset) in learned.sorted(by: { $0.key < $1.key }) {
            report(
                .note,
                text: "learned while walking: \(source), offset \(Int(clamping: offset.degrees.rounded()) % 360)°")
        }
    }

    /// Whether the times of the drive and of this machine agree: a replayed drive belongs to another time.
    private func isOfToday(_ driven: Timestamp?) -> Bool {
        driven.map { abs(file.now().seconds(since: $0)) < StoredOffset.freshSeconds } ?? false
    }

    private func store(_ new: [String: StoredOffset]) {
        do throws(HapticsError) {
            guard let aside = try file.store(new) else { return }
            report(.warning, text: "\(file.path) could not be read; it was set aside as \(aside)")
        } catch {
            report(.warning, text: "failed to \(error)")
        }
    }
}
