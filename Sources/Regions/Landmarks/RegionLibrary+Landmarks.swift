package import NavigationEvents

extension RegionLibrary {
    /// Adds the certain landmarks to the turns of a route. A turn that is not entirely in one region gets none.
    ///
    /// - Returns: The problems of regions that cannot be read; their turns stay without landmarks.
    package func addLandmarks(to route: inout Route) -> [RegionError] {
        let turns = TurnApproach.turns(of: route)
        guard !turns.isEmpty else { return [] }
        let regions = contents().regions
        var databases: [String: LandmarkDatabase] = [:]
        var problems: [String: RegionError] = [:]
        for (leg, step, turn) in turns {
            let bounds = LandmarkMatcher.searchBounds(of: turn)
            guard let region = regions.first(where: { $0.manifest.bounds.contains(bounds) }),
                problems[region.folder] == nil
            else { continue }
            do throws(RegionError) {
                let database = if let open = databases[region.folder] { open } else { try LandmarkDatabase(region) }
                databases[region.folder] = database
                let near = try database.landmarks(in: bounds)
                let found = LandmarkMatcher(turn: turn, landmarks: near).found()
                if !found.isEmpty { route.legs[leg].steps[step].landmarks = found }
            } catch {
                problems[region.folder] = error
            }
        }
        return problems.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension RegionManifest.Bounds {
    /// Whether a rectangle is entirely inside.
    fileprivate func contains(_ other: RegionManifest.Bounds) -> Bool {
        contains(other.southWest) && contains(other.northEast)
    }
}
