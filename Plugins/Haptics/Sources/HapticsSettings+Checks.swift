import NavigationControl

extension HapticsSettings {
    /// The speeds that every serial port supports, bits per second.
    private static let bauds = [9600, 19200, 38400, 57600, 115_200, 230_400]

    /// Checks what the manifest cannot declare.
    func check() throws(SettingsError) {
        _ = try deviceChoices()
        guard Self.bauds.contains(baud) else {
            throw .notAChoice(key: "baud", value: "\(baud)", choices: Self.bauds.map { "\($0)" })
        }
    }

    /// The angles of turn-until-quiet.
    var limits: SteeringLimits { SteeringLimits(toleranceDegrees: toleranceDegrees) }

    /// The offset of compasses that were never calibrated; `nil` if it is unknown.
    var calibration: HeadingCalibration? {
        get {
            // An offset in the configuration is known; an offset of 0 needs the setting trustsOffset.
            trustsOffset || positionOffsetDegrees != 0
                ? HeadingCalibration(positionOffsetDegrees: positionOffsetDegrees) : nil
        }
        set {
            trustsOffset = newValue != nil
            positionOffsetDegrees = newValue?.positionOffsetDegrees ?? 0
        }
    }

    /// Whether a group of signals is switched off.
    func silences(_ group: PatternGroup) -> Bool {
        switch group {
        case .prepare: !patterns.prepare
        case .now: !patterns.now
        case .roundabout: !patterns.roundabout
        case .offRoute: !patterns.offRoute
        case .rerouted: !patterns.rerouted
        case .stopover: !patterns.stopover
        case .arrived: !patterns.arrived
        case .positionUnreliable: !patterns.positionUnreliable
        case .headingUnknown: !patterns.headingUnknown
        }
    }
}

extension HapticsSettings.ModeChoice {
    /// Whether turns and conditions of the drive are played.
    var hasTurns: Bool { self != .compass }
    /// Whether the direction to go is played.
    var hasCompass: Bool { self != .turns }
}
