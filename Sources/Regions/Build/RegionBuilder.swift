import Glibc
import NavigationEvents
import Platform

/// Builds a region from an extract: `navbus region add`.
package struct RegionBuilder: Sendable {
    package var name: RegionName
    /// The folder in which the region appears.
    package var library: String
    package var extract: ExtractFile
    /// The folder of the scripts.
    package var scripts: String
    /// The country by ISO 3166, for an extract that does not name it.
    package var country: String?
    /// The parts that are not wanted.
    package var omitted: Set<RegionPart> = []

    /// Describes a build.
    package init(name: RegionName, library: String, extract: ExtractFile, scripts: String) {
        (self.name, self.library, self.extract, self.scripts) = (name, library, extract, scripts)
    }

    private static let (dataError, unavailable): (Int32, Int32) = (65, 69)

    /// Builds the parts that an earlier build of the same extract has not finished, and publishes the region.
    ///
    /// - Parameter report: Called with the progress.
    package func build(report: (BuildProgress) -> Void) throws(RegionError) -> Region {
        let sum = try checksum()
        let draft = try RegionDraft(name: name, library: library)
        try draft.resume(inputs: "\(RegionManifest.format) \(sum) \(country ?? "-")")
        let parts = RegionPart.allCases.filter { !omitted.contains($0) }
        var estimate = TimeEstimate(parts: parts.filter { draft.finished[$0] == nil })
        for part in parts {
            if draft.finished[part] != nil {
                report(BuildProgress(part: part, event: .kept))
                continue
            }
            let start = MonotonicInstant.now
            let seconds = { MonotonicInstant.now.seconds(since: start) }
            try make(part, draft) { event in
                if case .working(let share, _) = event {
                    let left = estimate.secondsLeft(in: part, share: share, seconds: seconds())
                    report(BuildProgress(part: part, event: .working(share: share, secondsLeft: left)))
                } else {
                    report(BuildProgress(part: part, event: event))
                }
            }
            estimate.finish(part, seconds: seconds())
            try draft.finish(part, seconds: seconds())
            report(BuildProgress(part: part, event: .finished(seconds: seconds())))
        }
        let origin = RegionManifest.Extract(path: extract.path, byteCount: extract.byteCount, sha256: sum)
        let wanted = draft.finished.filter { parts.contains($0.key) }
        let now = Timestamp(nanosecondsSinceEpoch: WallClock.nanosecondsSinceEpoch)
        let manifest = RegionManifest(facts: try facts(draft), extract: origin, parts: wanted, builtAt: now)
        try draft.publish(manifest)
        return try Region(name: name, folder: "\(library)/\(name)")
    }

    /// The SHA-256 sum of the extract.
    package func checksum() throws(RegionError) -> String {
        do throws(SystemError) {
            let line = try ToolProcess.firstLine(["sha256sum", "--", extract.path])
            // A name with a line end or a backslash gets a backslash before the sum.
            if let sum = line?.drop(while: { $0 == "\\" }).prefix(64) { return String(sum) }
        } catch {
            throw .extract(path: extract.path, reason: "\(error)")
        }
        throw .extract(path: extract.path, reason: "sha256sum cannot read it")
    }

    private func make(
        _ part: RegionPart, _ draft: RegionDraft, event: (BuildProgress.Event) -> Void
    ) throws(RegionError) {
        switch part {
        case .places: try run("read_extract.py", [], part, draft, event)
        case .index:
            event(.working(share: 0, secondsLeft: nil))
            try PlaceIndexer.index("\(draft.folder)/places.sqlite") { event(.working(share: $0, secondsLeft: nil)) }
        case .map: try run("make_map.py", facts(draft).words, part, draft, event)
        case .routes:
            let facts = try facts(draft)
            try run("make_routes.py", [country ?? facts.country ?? "-"] + facts.words, part, draft, event)
        }
    }

    private func facts(_ draft: RegionDraft) throws(RegionError) -> RegionFacts {
        guard let facts = RegionFacts(folder: draft.folder) else {
            throw .file(path: "\(draft.folder)/facts.json", reason: "it is not valid")
        }
        return facts
    }

    private func run(
        _ script: String, _ words: [String], _ part: RegionPart, _ draft: RegionDraft,
        _ event: (BuildProgress.Event) -> Void
    ) throws(RegionError) {
        let log = "\(draft.folder)/\(part.rawValue).log"
        // The reader of the extract makes a link or a copy under a name that shows the format.
        let input =
            part == .places
            ? [extract.format == .xml ? "osm" : "pbf", extract.path] : ["\(draft.folder)/extract.osm.pbf"]
        let tool = ToolProcess(
            words: ["PYTHONDONTWRITEBYTECODE=1", python, "\(scripts)/\(script)"] + input + [draft.folder] + words,
            log: log)
        event(.working(share: 0, secondsLeft: nil))
        let outcome: ToolProcess.Outcome
        do throws(SystemError) {
            outcome = try tool.run { event(.working(share: $0, secondsLeft: nil)) }
        } catch {
            throw .step(part.rawValue, reason: "\(error)", log: log)
        }
        for note in outcome.notes { event(.note(note)) }
        switch outcome.exitCode {
        case 0: return
        case Self.dataError: throw .extract(path: extract.path, reason: outcome.problem ?? "it is not valid")
        case Self.unavailable: throw .missing(step: part.rawValue, reason: outcome.problem ?? "a program is missing")
        default:
            throw .step(
                part.rawValue, reason: outcome.problem ?? "\(script) has ended with code \(outcome.exitCode)", log: log)
        }
    }

    /// The Python of the system, for which Debian's python3-pyosmium is.
    private var python: String {
        if let given = getenv("NAVBUS_PYTHON"), given.pointee != 0 { return String(cString: given) }
        return access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3"
    }
}
