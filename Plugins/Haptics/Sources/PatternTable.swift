/// What each pattern feels like. One motor must do, so left and right differ in rhythm and in strength: left is short
/// and double, right is long and single. Near is gentle and single, now is strong and doubled.
enum PatternTable {
    static func pulses(_ name: PatternName) -> [Pulse] {
        switch name {
        case .prepareLeft: [Pulse(0.4, 80, pause: 80), Pulse(0.4, 80, pause: 0)]
        case .prepareRight: [Pulse(0.6, 300, pause: 0)]
        case .prepareAhead: [Pulse(0.4, 160, pause: 0)]
        case .prepareAround: [Pulse(0.5, 400, pause: 160), Pulse(0.5, 400, pause: 0)]
        case .nowLeft:
            [
                Pulse(0.75, 80, pause: 80), Pulse(0.75, 80, pause: 240), Pulse(0.75, 80, pause: 80),
                Pulse(0.75, 80, pause: 0),
            ]
        case .nowRight: [Pulse(1, 300, pause: 240), Pulse(1, 300, pause: 0)]
        case .nowAhead: [Pulse(0.7, 160, pause: 240), Pulse(0.7, 160, pause: 0)]
        case .nowAround: [Pulse(1, 400, pause: 160), Pulse(1, 400, pause: 160), Pulse(1, 400, pause: 0)]
        case .prepareRoundabout: [Pulse(0.4, 240, pause: 320)]
        case .nowRoundabout: [Pulse(0.8, 240, pause: 80), Pulse(0.8, 240, pause: 320)]
        case .roundaboutExit: [Pulse(0.8, 100, pause: 200)]
        case .offRoute: [Pulse(1, 500, pause: 150), Pulse(1, 500, pause: 150), Pulse(1, 500, pause: 0)]
        case .rerouted: [Pulse(0.4, 100, pause: 100), Pulse(0.7, 200, pause: 0)]
        case .stopover: [Pulse(0.5, 120, pause: 120), Pulse(0.7, 120, pause: 120), Pulse(0.9, 120, pause: 0)]
        case .arrived:
            [
                Pulse(0.5, 120, pause: 120), Pulse(0.7, 120, pause: 120), Pulse(0.9, 120, pause: 120),
                Pulse(1, 700, pause: 0),
            ]
        case .positionUnreliable: [Pulse(0.3, 600, pause: 200), Pulse(0.2, 600, pause: 0)]
        case .headingUnknown:
            [Pulse(0.3, 50, pause: 50), Pulse(0.3, 50, pause: 50), Pulse(0.3, 50, pause: 50), Pulse(0.3, 50, pause: 0)]
        case .steerLeft: [Pulse(0.8, 80, pause: 80), Pulse(0.8, 80, pause: 0)]
        case .steerRight: [Pulse(1, 300, pause: 0)]
        case .steerBehind: [Pulse(1, 200, pause: 100), Pulse(1, 200, pause: 100), Pulse(1, 200, pause: 0)]
        }
    }
}
