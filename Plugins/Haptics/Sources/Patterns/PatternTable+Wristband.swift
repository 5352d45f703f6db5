import HapticDevices

extension PatternTable {
    /// The built-in table, which exists even if the data of an installation are missing; the file of this name has the
    /// same content.
    ///
    /// Left and right differ in rhythm and strength, because there is one motor: left is short and double, right is
    /// long and single. An upcoming turn is gentle and single, an immediate turn is strong and doubled.
    package static let wristband = PatternTable(
        name: "wristband", summary: "one motor; left is short and double, right is long and single",
        patterns: [
            .prepareLeft: [Pulse(0.4, 80, pause: 80), Pulse(0.4, 80, pause: 0)],
            .prepareRight: [Pulse(0.6, 300, pause: 0)],
            .prepareAhead: [Pulse(0.4, 160, pause: 0)],
            .prepareAround: [Pulse(0.5, 400, pause: 160), Pulse(0.5, 400, pause: 0)],
            .nowLeft: [
                Pulse(0.75, 80, pause: 80), Pulse(0.75, 80, pause: 240), Pulse(0.75, 80, pause: 80),
                Pulse(0.75, 80, pause: 0),
            ],
            .nowRight: [Pulse(1, 300, pause: 240), Pulse(1, 300, pause: 0)],
            .nowAhead: [Pulse(0.7, 160, pause: 240), Pulse(0.7, 160, pause: 0)],
            .nowAround: [Pulse(1, 400, pause: 160), Pulse(1, 400, pause: 160), Pulse(1, 400, pause: 0)],
            .prepareRoundabout: [Pulse(0.4, 240, pause: 80), Pulse(0.4, 240, pause: 320)],
            .nowRoundabout: [Pulse(0.8, 240, pause: 80), Pulse(0.8, 240, pause: 320)],
            .roundaboutExit: [Pulse(0.8, 100, pause: 200)],
            .offRoute: [Pulse(1, 600, pause: 100), Pulse(1, 600, pause: 100), Pulse(1, 600, pause: 0)],
            .rerouted: [Pulse(0.4, 100, pause: 100), Pulse(0.7, 200, pause: 0)],
            .stopover: [Pulse(0.5, 120, pause: 120), Pulse(0.7, 120, pause: 120), Pulse(0.9, 120, pause: 0)],
            .arrived: [
                Pulse(0.5, 120, pause: 120), Pulse(0.7, 120, pause: 120), Pulse(0.9, 120, pause: 120),
                Pulse(1, 700, pause: 0),
            ],
            .ended: [Pulse(1, 700, pause: 120), Pulse(0.7, 120, pause: 120), Pulse(0.5, 120, pause: 0)],
            .positionUnreliable: [Pulse(0.3, 600, pause: 200), Pulse(0.2, 600, pause: 0)],
            .headingUnknown: [
                Pulse(0.3, 50, pause: 50), Pulse(0.3, 50, pause: 50), Pulse(0.3, 50, pause: 50),
                Pulse(0.3, 50, pause: 0),
            ],
            .steerLeft: [Pulse(0.8, 80, pause: 340), Pulse(0.8, 80, pause: 0)],
            .steerRight: [Pulse(1, 500, pause: 0)],
            .steerBehind: [Pulse(1, 200, pause: 100), Pulse(1, 200, pause: 100), Pulse(1, 200, pause: 0)],
            .onCourse: [Pulse(0.2, 50, pause: 0)],
            .calibrating: [Pulse(0.25, 800, pause: 0)],
            .calibrated: [Pulse(0.4, 100, pause: 80), Pulse(0.7, 100, pause: 80), Pulse(1, 400, pause: 0)],
            .notCalibrated: [Pulse(0.9, 400, pause: 120), Pulse(0.5, 400, pause: 0)],
            .muted: [Pulse(0.6, 400, pause: 150), Pulse(0.3, 150, pause: 0)],
            .unmuted: [Pulse(0.3, 150, pause: 150), Pulse(0.6, 400, pause: 0)],
        ])
}
