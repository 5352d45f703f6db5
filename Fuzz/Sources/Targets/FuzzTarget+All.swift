extension FuzzTarget {
    /// Every target. A test of the repository compares it with what the files beside this one make.
    static let all: [FuzzTarget] = [
        .allowedKeys, .book, .clip, .configuration, .controlMemory, .controlOutput, .display, .driveLog, .endpoint,
        .envelope, .extremeEvents, .gpsd, .gpx, .gpxRoute, .graphHopperRoute, .guidance, .hapticReply, .journal,
        .launchOrder,
        .manifest, .mapboxRoute, .metrics, .names, .nmea, .offsets, .osrmRoute, .patternTable, .picture, .plan,
        .recording, .reply, .request, .settings, .shownText, .snapshot, .ssml, .stringTable, .terminalText, .theme,
        .toml,
        .valhallaRoute, .webRequest,
    ]
}
