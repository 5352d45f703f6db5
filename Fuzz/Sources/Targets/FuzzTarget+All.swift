extension FuzzTarget {
    /// Every target. FuzzTests compares it with the files beside this one.
    static let all: [FuzzTarget] = [
        .configuration, .controlOutput, .endpoint, .envelope, .gpsd, .gpx, .guidance, .launchOrder, .manifest, .names,
        .nmea, .osrmRoute, .plan, .reply, .request, .settings, .snapshot, .stringTable, .toml, .valhallaRoute,
    ]
}
