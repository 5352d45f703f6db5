extension FuzzTarget {
    /// All targets. A test of the repository compares the list with the files in this folder.
    static let all: [FuzzTarget] = [
        .allowedKeys, .book, .clip, .configuration, .controlMemory, .controlOutput, .countryFile,
        .display, .driveLog, .endpoint,
        .envelope, .extremeEvents, .fleetStatus, .geocoderAnswer, .gpsd, .gpx, .gpxRoute, .graphHopperRoute, .guidance,
        .hapticReply,
        .journal,
        .launchOrder,
        .manifest, .mapTile, .mapboxRoute, .metrics, .names, .nmea, .offsets, .osrmRoute, .patternTable, .picture,
        .placeQuery, .plan,
        .programLine,
        .recording, .reply, .request, .ring, .settings, .shownText, .snapshot, .ssml, .stringTable, .terminalText,
        .theme,
        .toml, .tracker, .fleetInput, .fleetState,
        .valhallaRoute, .webRequest,
    ]
}
