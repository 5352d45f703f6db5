import Glibc
import Platform

/// Checks the files of a region.
struct RegionCheck {
    let region: Region

    /// One sentence for each problem.
    func problems() -> [String] {
        var problems: [String] = []
        for part in RegionPart.allCases where region.manifest.parts[part] != nil {
            for file in part.files where access(region.path(file), R_OK) != 0 {
                problems.append("\(file) is missing: \(SystemError.text(errno))")
            }
        }
        guard problems.isEmpty else { return problems }
        problems += database("places.sqlite", needs: "SELECT count(*) FROM place_index")
        problems += database("landmarks.sqlite", needs: "SELECT count(*) FROM landmark_position")
        if region.manifest.parts[.map] != nil {
            problems += database("map.mbtiles", needs: "SELECT zoom_level FROM tiles LIMIT 1", hasFormat: false)
        }
        if region.manifest.parts[.routes] != nil, let problem = region.roadProblem() { problems.append(problem) }
        return problems
    }

    private func database(_ file: String, needs query: String, hasFormat: Bool = true) -> [String] {
        do {
            let database = try SQLiteDatabase(region.path(file))
            let result = try database.text("PRAGMA quick_check(1)")
            if result != "ok" { return ["\(file) is damaged: \(result ?? "no answer")"] }
            if hasFormat, try database.text("SELECT value FROM meta WHERE key = 'format'") != "\(RegionManifest.format)"
            {
                return ["\(file) has another format; build the region again"]
            }
            guard try database.integer(query) != nil else { return ["\(file) is empty"] }
            return []
        } catch {
            guard case .file(_, let reason) = error else { return ["\(error)"] }
            return ["\(file) cannot be used: \(reason)"]
        }
    }
}
