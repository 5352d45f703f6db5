import Platform
import Regions

/// The findings about the offline regions: their sizes and ages. Their databases are not read; `navbus region check`
/// does that.
enum RegionFindings {
    /// The findings about a library.
    static func all(of library: RegionLibrary = .ofThisProcess) -> [Finding] {
        let (regions, problems) = library.contents()
        var findings = problems.map {
            Finding(
                grade: .fault, subject: "region", text: "failed to \($0)".printable,
                remedy: "build it again with navbus region update, or remove it with navbus region remove")
        }
        findings += regions.map {
            Finding(grade: .fine, subject: "region \($0.name)", text: $0.summary)
        }
        if findings.isEmpty {
            findings.append(
                Finding(
                    grade: .absent, subject: "region", text: "there is none: no offline map, routes and search",
                    remedy: "build one: navbus region add FILE.osm.pbf"))
        }
        return findings
    }
}
