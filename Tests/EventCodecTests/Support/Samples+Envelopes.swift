import NavigationEvents

extension Samples {
    static var envelopes: [(String, Envelope)] {
        [
            ("gps-plain", envelope(.gps(Fix(time: time, position: place)))),
            ("gps-full", envelope(.gps(fullFix))),
            ("gps-not-finite", envelope(.gps(notFinite))),
            ("navigation-full", envelope(.navigation(fullNavigation), session: rider)),
            ("navigation-plain", envelope(.navigation(NavigationInfo(state: .stopped, fix: fullFix)), tick: 0)),
            ("navigation-four-lanes", envelope(.navigation(fourLanesAhead))),
            ("navigation-rerouting", envelope(.navigation(offTheRoute), session: rider)),
            ("navigation-rerouting-waits", envelope(.navigation(waitingForItsTime))),
            ("navigation-started-full", envelope(.navigationStarted(fullRoute), tick: 0)),
            ("navigation-stopped", envelope(.navigationStopped(.unknown))),
            ("control-full", envelope(.control(fullReport))),
            ("control-plain", envelope(.control(ControlReport(control: "console", kind: .ready)), tick: 0)),
            ("control-progressed", envelope(.control(progressedReport), tick: 0)),
            ("control-request", envelope(.control(requestedReport), tick: 0)),
            ("control-picture", envelope(.control(picturedReport))),
            ("control-picture-blank", envelope(.control(blankPicture))),
            ("command-state", envelope(.command(ControlCommand(isMuted: true, verbosity: .alerts)), tick: 0)),
            ("command-none", envelope(.command(ControlCommand()), tick: 0)),
            ("command-mute", command(.mute(true))),
            ("command-unmute", command(.mute(false))),
            ("command-repeat", command(.repeatAnnouncement)),
            ("command-calibrate", command(.calibrate)),
            ("command-say", command(.say(fullText))),
            ("command-say-numbered", command(.say(numberedText))),
            ("command-page", command(.turnPage(.to(0)))),
            ("command-page-next", command(.turnPage(.next))),
            ("command-page-previous", command(.turnPage(.previous))),
            ("command-focus-position", command(.focus(.position))),
            ("command-focus-route", command(.focus(.route))),
            ("command-focus-step", command(.focus(.step(0)))),
            ("command-focus-point", command(.focus(.point(place)))),
            ("navigation-started-timed", timed(.navigationStarted(fullRoute))),
            ("navigation-stopped-timed", timed(.navigationStopped(.destinationReached))),
            ("control-timed", timed(.control(ControlReport(control: "console", kind: .ready)))),
            ("command-timed", timed(.command(ControlCommand(isMuted: true)))),
            ("navigation-approach", envelope(.navigation(approachingNavigation))),
            ("navigation-started-ferries", envelope(.navigationStarted(ferryRoute))),
            ("heading-full", envelope(.heading(fullHeading))),
            ("heading-plain", envelope(.heading(Heading(time: time, degrees: 0, source: "phone")), tick: 0)),
            (
                "side-street",
                route([Step(number: 1, maneuver: .turnRight, geometryIndex: 1, sameSideStreetMeters: 42.5)])
            ),
            ("passage", route([upperLevel, namedRoundabout])),
            ("every-passage", route(Passage.allCases.map { step { $0.passage = $1 }($0) })),
            ("landmarks", route([landmarkedStep])),
            ("every-landmark-kind", route([everyLandmark(LandmarkKind.allCases) { $0.kind = $1 }])),
            ("every-landmark-relation", route([everyLandmark(LandmarkRelation.allCases) { $0.relation = $1 }])),
            ("every-landmark-side", route([everyLandmark(LandmarkSide.allCases) { $0.side = $1 }])),
            ("every-maneuver", route(Maneuver.allCases.map { Step(number: 1, maneuver: $0, geometryIndex: 1) })),
            ("every-lane-shape", route([everyLaneShape])),
            ("every-driving-side", route(DrivingSide.allCases.map { step { $0.drivingSide = $1 }($0) })),
            ("every-tunnel-mode", route(TunnelMode.allCases.map { step { $0.tunnelMode = $1 }($0) })),
            ("every-ferry-mode", route(FerryMode.allCases.map { step { $0.ferry = $1 }($0) })),
            ("every-road-class-change", route(RoadClassChange.allCases.map { step { $0.roadClassChange = $1 }($0) })),
        ] + everyMember
    }

    /// Enumerations of which an event contains only one member.
    private static var everyMember: [(String, Envelope)] {
        FixQuality.allCases.map { quality in
            ("fix-quality-\(quality.rawValue)", envelope(.gps(Fix(time: time, position: place, quality: quality))))
        }
            + NavigationState.allCases.map { state in
                (
                    "navigation-state-\(state.rawValue)",
                    envelope(.navigation(NavigationInfo(state: state, fix: fullFix)))
                )
            }
            + StopReason.allCases.map { reason in
                ("stop-reason-\(reason.rawValue)", envelope(.navigationStopped(reason)))
            }
            + PositionCause.allCases.map { cause in
                (
                    "position-cause-\(cause.rawValue)",
                    envelope(.navigation(NavigationInfo(state: .enroute, fix: fullFix, positionCause: cause)))
                )
            }
            + SkipReason.allCases.map { reason in
                (
                    "skip-reason-\(reason.rawValue)",
                    envelope(.navigation(NavigationInfo(state: .enroute, skipReason: reason, fix: fullFix)))
                )
            }
            + PositionStatus.allCases.map { status in
                (
                    "position-status-\(status.rawValue)",
                    envelope(.navigation(NavigationInfo(state: .enroute, fix: fullFix, positionStatus: status)))
                )
            }
            + CueStage.allCases.map { ("cue-stage-\($0.rawValue)", cue(stage: $0)) }
            + CueSubject.allCases.map { ("cue-subject-\($0.rawValue)", cue(subject: $0)) }
            + CuePriority.allCases.map { ("cue-priority-\($0.rawValue)", cue(priority: $0)) }
            + RouteReason.allCases.map { ("route-reason-\($0.rawValue)", route([], reason: $0)) }
            + TravelMode.allCases.map { ("travel-mode-\($0.rawValue)", route([], travelMode: $0)) }
            + Verbosity.allCases.map { ("command-verbosity-\($0.rawValue)", command(.verbosity($0))) }
            + Playback.allCases.map { ("command-playback-\($0.rawValue)", command(.playback($0))) }
            + ReportKind.allCases.map { kind in
                ("report-kind-\(kind.rawValue)", envelope(.control(ControlReport(control: "signs", kind: kind))))
            }
    }

    private static func timed(_ event: Event) -> Envelope {
        var envelope = envelope(event, tick: 0)
        envelope.fixTime = time
        return envelope
    }

    private static func command(_ action: ControlAction) -> Envelope {
        envelope(.command(ControlCommand(verbosity: .all).updated(by: action)), session: rider, tick: 0)
    }

    private static let notFinite = Fix(
        time: Timestamp(nanosecondsSinceEpoch: .min),
        position: Coordinate(latitudeDegrees: .nan, longitudeDegrees: .infinity),
        smoothedPosition: Coordinate(latitudeDegrees: -0.0, longitudeDegrees: -.infinity), altitudeMeters: 0,
        speedMetersPerSecond: .nan, satellitesUsed: 0, satellitesInView: -1)

    private static let fullHeading = Heading(
        time: time, degrees: 359.9375, accuracyDegrees: 5, declinationDegrees: -2.25,
        source: "bluetooth F0:F1:F2:F3:F4:F5")

    private static let fourLanesAhead = NavigationInfo(
        state: .enroute, fix: fullFix,
        currentStep: Step(
            number: 1, maneuver: .turnLeft, geometryIndex: 4, drivingSide: .right, lanes: fourLanes))

    private static let offTheRoute = NavigationInfo(
        state: .rerouting, routeID: "r-7", fix: fullFix, isOffRoute: true, isWrongWay: true,
        rerouting: Rerouting(
            attempts: 2, failure: "reach http://127.0.0.1:8002: it does not answer",
            request: RouteRequest(
                number: .max, position: place, horizontalAccuracyMeters: 4.5, courseDegrees: 0,
                speedMetersPerSecond: 13.9, isCourseBinding: true,
                stopovers: [place, Coordinate(latitudeDegrees: 49.413, longitudeDegrees: 8.7)], travelMode: .bicycle)))

    private static let waitingForItsTime = NavigationInfo(
        state: .rerouting, fix: fullFix, isOffRoute: true, rerouting: Rerouting())

    private static let everyLaneShape = Step(
        number: 1, maneuver: .straight, geometryIndex: 1,
        lanes: LaneShape.allCases.map { shape in
            Lane(directions: [LaneDirection(shape: shape, isRecommended: true), LaneDirection(shape: shape)])
        })

    private static let upperLevel = Step(
        number: 1, maneuver: .straight, geometryIndex: 1, passage: .lift, levelName: "2", isStayingOnRoad: true,
        isDecision: true, beginsToll: true, pronunciation: "ˈnɛkaʁˌʃtaːdn̩")

    private static let namedRoundabout = Step(
        number: 2, maneuver: .roundaboutCounterclockwise, geometryIndex: 1,
        roundabout: Roundabout(name: "Rotary Kirchheim"))

    private static let landmarkedStep = Step(
        number: 1, maneuver: .turnLeft, geometryIndex: 1,
        landmarks: [
            Landmark(
                kind: .trafficLight, relation: .at, distanceToManeuverMeters: 12.5, earlierMeters: [210, 96.5],
                certainMeters: 300),
            Landmark(
                kind: .church, name: "Peterskirche", relation: .before, side: .left, distanceToManeuverMeters: -30,
                certainMeters: 250),
            Landmark(kind: .stairsUp, certainMeters: 40, stairCount: 24),
        ])

    /// A step with a landmark for each member.
    private static func everyLandmark<Member>(
        _ members: [Member], _ set: (inout Landmark, Member) -> Void
    ) -> Step {
        let landmarks = members.map { member in
            var landmark = Landmark(kind: .church, certainMeters: 100)
            set(&landmark, member)
            return landmark
        }
        return Step(number: 1, maneuver: .turnLeft, geometryIndex: 1, landmarks: landmarks)
    }

    /// A function that makes a step that differs in one member.
    private static func step<Member>(_ set: @escaping (inout Step, Member) -> Void) -> (Member) -> Step {
        { member in
            var step = Step(number: 1, maneuver: .straight, geometryIndex: 1)
            set(&step, member)
            return step
        }
    }

    private static func route(
        _ steps: [Step], reason: RouteReason = .requested, travelMode: TravelMode = .car
    ) -> Envelope {
        let route = Route(
            id: "all", provider: "osrm", reason: reason, travelMode: travelMode, geometry: [place, place],
            legs: [Leg(steps: steps, distanceMeters: 1, durationSeconds: 1)],
            stopovers: [Stopover(position: place, geometryIndex: 1)], distanceMeters: 1, durationSeconds: 1)
        return envelope(.navigationStarted(route), tick: 0)
    }

    private static func cue(
        stage: CueStage = .far, subject: CueSubject = .destination, priority: CuePriority = .arrival
    ) -> Envelope {
        let cue = Cue(
            identity: 5, stage: stage, subject: subject, stepNumber: 1, distanceMeters: 0, priority: priority,
            dueAt: time, validForSeconds: 30)
        return envelope(.navigation(NavigationInfo(state: .enroute, fix: fullFix, cue: cue)))
    }
}
