import EventBus
import NavigationEvents
import Platform
import Positions

extension GuidanceLoop {
    /// The declination from the World Magnetic Model.
    static let magneticModel: Compass.Declination = { place, altitudeMeters, time in
        MagneticModel.current.declinationDegrees(at: place, altitudeMeters: altitudeMeters, on: time)
    }

    /// Processes a heading from the request socket.
    ///
    /// - Throws: ``RequestError`` if the reading contains no heading.
    func accept(_ reading: HeadingReading) throws(RequestError) {
        guard !isEnded else { return }
        resume()
        do throws(CompassError) {
            try point(reading)
        } catch {
            throw error.refusal
        }
    }

    /// Processes a heading of the source. Each kind of error is reported once; a missing position is not reported.
    func accept(fromSource reading: HeadingReading) {
        if compass.isRepeated(reading) { return }
        do throws(CompassError) {
            try point(reading)
        } catch .noPosition {
            return
        } catch {
            guard toldHeadings.insert(error.kind).inserted else { return }
            tell(.warning, "failed to \(error)")
        }
    }

    private func point(_ reading: HeadingReading) throws(CompassError) {
        try compass.take(reading, at: drive.state.lastFix, now: MonotonicInstant.now.seconds)
        publishHeadings()
    }

    /// Publishes the headings that are due, and schedules the others.
    private func publishHeadings() {
        let now = MonotonicInstant.now.seconds
        publish(compass.due(now: now).map { TickedEvent(event: .heading($0), tick: 0) })
        guard pointing == nil, let seconds = compass.secondsToWait(now: now) else { return }
        pointing = Task {
            do {
                try await Task.sleep(for: .seconds(seconds))
            } catch {
                // Cancelled: the drive has ended.
                return
            }
            pointing = nil
            publishHeadings()
        }
    }
}
