import EventBus
import NavigationEvents
import Platform
import Positions

extension GuidanceLoop {
    /// The declination by the World Magnetic Model.
    static let magneticModel: Compass.Declination = { place, altitudeMeters, time in
        MagneticModel.current.declinationDegrees(at: place, altitudeMeters: altitudeMeters, on: time)
    }

    /// Takes a heading that came over the request channel.
    ///
    /// - Throws: If it is none.
    func accept(_ reading: HeadingReading) throws(RequestError) {
        guard !isEnded else { return }
        resume()
        do throws(CompassError) {
            try point(reading)
        } catch {
            throw error.refusal
        }
    }

    /// Takes a heading of the source. What is wrong is told once for each reason; that there is no position yet is no
    /// news.
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

    /// Publishes the headings that are due, and comes back for the others.
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
