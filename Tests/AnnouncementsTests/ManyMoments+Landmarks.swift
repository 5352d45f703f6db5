import NavigationEvents

extension ManyMoments {
    /// Every phrase for a landmark, alone and before a second maneuver.
    static let landmarks: [NavigationInfo] = [CueStage.prepare, .now].flatMap { stage in
        landmarkedSteps.flatMap { step in
            [
                NavigationInfo.make(.make(stage), step: step),
                .make(.make(stage, includesNext: true), step: step, then: .make(.turnRight, number: 4)),
            ]
        }
    }

    private static let landmarkedSteps: [Step] = {
        let beside: [LandmarkKind] = [
            .church, .mosque, .synagogue, .temple, .fuel, .station, .levelCrossing, .bridge,
        ]
        let related = beside.flatMap { kind in
            LandmarkRelation.allCases.map { Landmark(kind: kind, relation: $0, certainMeters: 400) }
        }
        let counted = [[], [100], [150, 100]].map {
            Landmark(kind: .trafficLight, earlierMeters: $0, certainMeters: 400)
        }
        let plain = [LandmarkKind.unknown, .stopSign, .signalCrossing, .crossing, .stairsUp, .stairsDown].map {
            Landmark(kind: $0, certainMeters: 400)
        }
        return (related + counted + plain).map { landmark in
            let isStairs = landmark.kind == .stairsUp || landmark.kind == .stairsDown
            var step = Step.make(.turnLeft, onto: "Mill Road", passage: isStairs ? .stairs : .none)
            step.landmarks = [landmark]
            return step
        }
    }()
}
