import EventBus
import NavigationEvents
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
            try addHeading(reading)
        } catch {
            throw error.refusal
        }
    }

    /// Processes a heading of the source. Each kind of error is reported once; a missing position is not reported.
    func accept(fromSource reading: HeadingReading) {
        var reading = reading
        reading.time = reading.time.map { drive.state.corrected($0) }
        if compass.isRepeated(reading) { return }
        do throws(CompassError) {
            try addHeading(reading)
        } catch .noPosition {
            return
        } catch {
            guard reportedHeadingProblems.insert(error.kind).inserted else { return }
            report(.warning, "failed to \(error)")
        }
    }

    private func addHeading(_ reading: HeadingReading) throws(CompassError) {
        publishHeadings(at: try compass.take(reading, at: drive.state.lastFix, now: now))
    }

    /// Publishes the headings that are due, and schedules the others: where only the times of the drive count, they wait
    /// for its next one.
    func publishHeadings(at present: Double) {
        publish(compass.due(now: present).map { TickedEvent(event: .heading($0), tick: 0) })
        guard !compass.clock.isOfDrive, headingTask == nil, let seconds = compass.secondsUntilDue(now: present) else {
            return
        }
        headingTask = Task {
            do {
                try await Task.sleep(for: .seconds(seconds))
            } catch {
                // Cancelled: the drive has ended.
                return
            }
            headingTask = nil
            publishHeadings(at: now)
        }
    }
}
