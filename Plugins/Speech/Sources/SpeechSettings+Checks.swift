import Announcements
import NavigationControl
import NavigationEvents
import SpeechEngine

extension SpeechSettings {
    typealias UnitsChoice = UnitSystem

    /// The speech properties of announcements.
    var properties: UtteranceProperties {
        UtteranceProperties(rate: rate, pitchMultiplier: pitch, volume: volume)
    }

    /// The settings of announcements.
    var announcements: AnnouncementSettings {
        AnnouncementSettings(
            outputType: usesSamples ? .samples : .textToSpeech, units: units,
            decimalSeparator: decimalSeparator.isEmpty ? nil : decimalSeparator, speaksStreetNames: speakStreetNames,
            speaksSignposts: speakSignposts, speaksLanes: speakLanes,
            spokenLandmarks: landmarks.kinds, voiceSpeed: properties.speedFactor,
            verbosity: initialVerbosity)
    }

    /// The verbosity until a person sets another.
    private var initialVerbosity: Verbosity {
        switch verbosity {
        case .all: .all
        case .alerts: .alerts
        case .silent: .silent
        }
    }

    /// Returns the settings error for an error that a restart cannot solve; `nil` for other errors.
    func settingsError(for error: SpeechError) -> SettingsError? {
        switch error {
        case .noVoice(let tag): .invalid(key: "voice", value: tag, reason: "failed to \(error)")
        case .clips(let problem):
            .invalid(key: "samples", value: samples, reason: "failed to \(problem)")
        default: nil
        }
    }

    /// Whether announcements are played from recorded clips.
    var usesSamples: Bool { engine == .samples || engine == .auto && !samples.isEmpty }

    /// Checks what the manifest cannot declare.
    func check() throws(SettingsError) {
        if output == .wav || output == .auto, file.isEmpty {
            throw .invalid(key: "file", value: "\"\"", reason: "it must name the sound file to write")
        }
        if engine == .samples, samples.isEmpty {
            throw .invalid(key: "samples", value: "\"\"", reason: "it must name the folder of the clips")
        }
        if engine == .speechDispatcher, output == .wav || output == .stdout {
            throw .invalid(
                key: "engine", value: engine.rawValue,
                reason:
                    "it plays its own sound, so the output cannot be \(output.rawValue): choose auto, sound or "
                    + "none, or the engine espeak-ng")
        }
        if engine == .speechDispatcher, !keep.isEmpty {
            throw .invalid(
                key: "keep", value: keep,
                reason:
                    "speech-dispatcher does not deliver its sound; leave the setting empty, or choose the "
                    + "engine espeak-ng")
        }
        guard LanguageFolder.isTag(language) else {
            throw .invalid(key: "language", value: language, reason: "it must be a language tag, such as en or de-AT")
        }
        if !decimalSeparator.isEmpty {
            guard decimalSeparator.count == 1,
                decimalSeparator.allSatisfy({ !$0.isLetter && !$0.isNumber && !$0.isNewline })
            else {
                throw .invalid(
                    key: "decimalSeparator", value: decimalSeparator, reason: "it must be one sign, such as . or ,")
            }
        }
        guard !role.isEmpty else {
            throw .invalid(
                key: "role", value: "\"\"", reason: "it must be a media role, such as announce or Navigation")
        }
    }
}

extension SpeechSettings.Landmarks {
    /// The kinds of landmarks that are announced.
    fileprivate var kinds: Set<LandmarkKind> {
        let choices: [(isOn: Bool, kinds: [LandmarkKind])] = [
            (trafficLights, [.trafficLight]), (stopSigns, [.stopSign]), (levelCrossings, [.levelCrossing]),
            (bridges, [.bridge]), (placesOfWorship, [.church, .mosque, .synagogue, .temple]), (fuelStations, [.fuel]),
            (stations, [.station]), (crossings, [.signalCrossing, .crossing]), (stairs, [.stairsUp, .stairsDown]),
        ]
        return Set(choices.filter(\.isOn).flatMap(\.kinds))
    }
}
