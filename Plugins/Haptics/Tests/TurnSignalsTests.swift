import HapticDevices
import NavigationEvents
import Testing

@testable import Haptics

@Suite struct TurnSignalsTests {
    @Test func `each cue is signalled once for each stage`() {
        var signals = TurnSignals()
        var felt: [HapticSignal] = []
        for second in 0..<100 {
            let stage: CueStage = second < 50 ? .prepare : .now
            let cue = Cue.make(9, stage, dueAt: Double(second))
            felt += signals.update(.make(at: Double(second), cue: cue)).map(\.signal)
        }
        #expect(felt == [.prepare(.left), .now(.left)])
    }

    @Test func `the same cue on a new route is not signalled again`() {
        var signals = TurnSignals()
        #expect(signals.update(.make(cue: .make(9), route: "first")).count == 1)
        #expect(signals.update(.make(cue: .make(9), route: "second")).isEmpty)
    }

    @Test(arguments: [CueStage.far, .follow, .unknown]) func `a distant cue is only spoken`(_ stage: CueStage) {
        var signals = TurnSignals()
        #expect(signals.update(.make(cue: .make(1, stage))).isEmpty)
    }

    @Test func `a late cue is not signalled`() {
        var signals = TurnSignals()
        #expect(signals.update(.make(at: 11, cue: .make(dueAt: 0, validFor: 10))).isEmpty)
        #expect(signals.update(.make(at: 11.5, cue: .make(dueAt: 0, validFor: 20))).isEmpty)
    }

    @Test func `a roundabout has its exit pulses`() {
        var signals = TurnSignals()
        let step = Step.make(.roundaboutLeftCounterclockwise, exit: 3)
        #expect(signals.update(.make(step, cue: .make())).map(\.signal) == [.roundabout(isNow: true, exitCount: 3)])
        #expect(
            HapticSignal.roundabout(isNow: true, exitCount: 3).patterns
                == [.nowRoundabout, .roundaboutExit, .roundaboutExit, .roundaboutExit])
        #expect(HapticSignal.roundabout(isNow: true, exitCount: nil).patterns == [.nowRoundabout])
        #expect(HapticSignal.roundabout(isNow: false, exitCount: 13).patterns == [.prepareRoundabout])
    }

    @Test func `off route is signalled once each time`() {
        var signals = TurnSignals()
        var felt: [[HapticSignal]] = []
        let drive: [(Bool, NavigationState, String)] = [
            (false, .enroute, "a"), (true, .enroute, "a"), (true, .enroute, "a"), (true, .rerouting, "a"),
            (true, .rerouting, "a"), (false, .enroute, "b"), (false, .enroute, "b"), (true, .enroute, "b"),
            (false, .enroute, "b"),
        ]
        for (second, (isOff, state, route)) in drive.enumerated() {
            let cue: Cue? = isOff ? .make(UInt64(second), subject: .offRoute) : nil
            felt.append(
                signals.update(.make(at: Double(second), cue: cue, state: state, route: route, isOffRoute: isOff))
                    .map(\.signal))
        }
        #expect(felt == [[], [.offRoute], [], [], [], [.rerouted], [], [.offRoute], [.rerouted]])
    }

    @Test func `off route has at most three pulses`() {
        #expect(PatternTable.wristband.pulses(.offRoute).count <= 3)
    }

    @Test func `arrival and stopovers are signalled once`() {
        var signals = TurnSignals()
        let felt = [
            signals.update(.make(at: 0, stopovers: 1)), signals.update(.make(at: 1, stopovers: 2)),
            signals.update(.make(at: 2, stopovers: 2)),
            signals.update(.make(at: 3, isDestinationReached: true, stopovers: 3)),
            signals.update(.make(at: 4, isDestinationReached: true, stopovers: 3)),
        ]
        #expect(felt.map { $0.map(\.signal) } == [[], [.stopover], [], [.arrived], []])
    }

    @Test func `an unreliable position is signalled once each time`() {
        var signals = TurnSignals()
        let felt = [PositionStatus.reliable, .estimated, .unreliable, .unreliable, .reliable, .unreliable].map {
            signals.update(.make(position: $0)).map(\.signal)
        }
        #expect(felt == [[], [], [.positionUnreliable], [], [], [.positionUnreliable]])
    }

    @Test func `the next navigation is signalled from its beginning`() {
        var signals = TurnSignals()
        _ = signals.update(.make(cue: .make(9)))
        signals.reset()
        #expect(signals.update(.make(cue: .make(9))).count == 1)
    }

    @Test func `a cue of another step is not mistaken for the next turn`() {
        var signals = TurnSignals()
        #expect(signals.update(.make(.make(.turnRight, number: 2), cue: .make(step: 1))).isEmpty)
    }

    @Test(arguments: Maneuver.allCases) func `every turn has the side of its name`(_ maneuver: Maneuver) {
        let direction = TurnDirection(maneuver)
        let name = "\(maneuver)"
        if maneuver.isUTurn {
            #expect(direction == .around)
        } else if maneuver.isRoundabout || maneuver.isDestination || maneuver == .depart || maneuver == .unknown {
            #expect(direction == nil)
        } else {
            #expect(direction == (name.hasSuffix("Left") ? .left : name.hasSuffix("Right") ? .right : .ahead))
        }
    }
}
