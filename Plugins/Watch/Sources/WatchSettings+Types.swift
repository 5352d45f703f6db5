import Pictures

extension WatchSettings {
    typealias UnitsChoice = DisplayUnits
}
