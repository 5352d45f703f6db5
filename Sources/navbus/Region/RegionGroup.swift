import ArgumentParser

/// `navbus region`
struct RegionGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "region",
        abstract: "Build and manage offline regions: map, routes, places and landmarks from an OpenStreetMap extract.",
        discussion: """
            A region is a folder with map.mbtiles, routes, places.sqlite and landmarks.sqlite. It can be copied to \
            another machine. Regions are in the folders of NAVBUS_REGIONS; default: \
            $XDG_DATA_HOME/navbus/regions (~/.local/share/navbus/regions), then /var/lib/navbus/regions.
            """,
        subcommands: [
            RegionAddCommand.self, RegionListCommand.self, RegionUpdateCommand.self, RegionCheckCommand.self,
            RegionRemoveCommand.self,
        ])
}
