extension FuzzTarget {
    /// Every target. A test of the repository compares it with what the files beside this one make.
    static let all: [FuzzTarget] = [
        .allowedKeys, .book, .clip, .configuration, .controlMemory, .controlOutput, .driveLog, .endpoint, .envelope,
        .gpsd, .gpx, .gpxRoute, .graphHopperRoute, .guidance, .journal, .launchOrder, .manifest, .mapboxRoute, .metrics,
        .names, .nmea, .osrmRoute, .plan, .recording, .reply, .request, .settings, .snapshot, .ssml, .stringTable,
        .toml, .valhallaRoute,
    ]
}
