import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import RecordingTools

/// The output of `navbus export`, read by Foundation, the libraries of Python and the GPX reader of navbus.
@Suite struct RecordingExportTests {
    private func text(_ export: some DriveExport, _ events: [Envelope] = TestRecording.drive(ticks: 12)) throws
        -> String
    {
        var bytes: [UInt8] = []
        let sink = TextSink { bytes += $0 }
        try export.write(TestRecording(events: events), to: sink)
        try sink.flush()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The output of a Python script that reads the text on its standard input.
    private func python(_ script: String, _ text: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "text")
        let outcome = try PythonInterpreter.run(["-c", script, file])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.lines
    }

    @Test func `GPX has stopovers, routes and the track in the order of its schema`() throws {
        let script = """
            import sys, xml.etree.ElementTree as E
            n = '{http://www.topografix.com/GPX/1/1}'
            root = E.parse(sys.argv[1]).getroot()
            print([c.tag.replace(n, '') for c in root])
            print(root.find(n + 'wpt').find(n + 'name').text, root.find(n + 'rte').find(n + 'src').text)
            print([p.get('lon') for p in root.iter(n + 'rtept')], [d.text for d in root.iter(n + 'desc')])
            t = list(root.iter(n + 'trkpt'))
            print(len(t), t[0].get('lat'), [c.tag.replace(n, '') for c in t[0]], t[0].find(n + 'time').text)
            """
        let lines = try python(script, text(GPXExport()))
        #expect(
            lines == [
                "['wpt', 'rte', 'trk']", "Home test & co", "['8.5', '0.000050000'] ['Arrive, \"here\"']",
                "12 49.0001 ['ele', 'time', 'extensions'] 2026-05-04T08:00:01.000Z",
            ])
        #expect(try text(GPXExport(isSmoothed: true)).contains("<trkpt lat=\"50.0001\""))
    }

    @Test func `a pause begins a new segment, a new run begins a new track`() throws {
        var events = TestRecording.drive(ticks: 12)
        for index in events.indices where events[index].tick > 6 {
            guard case .gps(var fix) = events[index].event else { continue }
            fix.time.nanosecondsSinceEpoch += 60_000_000_000
            events[index].event = .gps(fix)
        }
        for index in events.indices where events[index].tick > 9 { events[index].run = 8 }
        let gpx = try text(GPXExport(), events)
        #expect(gpx.components(separatedBy: "<trkseg>").count == 4)
        #expect(gpx.components(separatedBy: "<trk>").count == 3)
    }

    @Test func `GeoJSON has the track, the route, the maneuvers and the cue`() throws {
        let script = """
            import sys, json
            f = json.load(open(sys.argv[1]))
            print(f['type'], [x['properties']['kind'] for x in f['features']])
            t = f['features'][0]
            print(t['geometry']['type'], t['geometry']['coordinates'][0], len(t['geometry']['coordinates']),
                  len(t['properties']['coordTimes']), t['properties']['coordTimes'][0])
            c = [x for x in f['features'] if x['properties']['kind'] in ('cue', 'began')]
            print(c[0]['properties']['cue'], c[0]['geometry']['coordinates'], c[1]['properties']['text'])
            """
        let lines = try python(script, text(GeoJSONExport()))
        #expect(
            lines == [
                "FeatureCollection ['track', 'route', 'maneuver', 'maneuver', 'cue', 'began', 'stop']",
                "LineString [8.5, 49.0001, 100] 12 12 2026-05-04T08:00:01.000Z", "42 [8.5, 49.0003] turn left",
            ])
    }

    @Test func `CSV has a row for each fix, also without guidance`() throws {
        let script = """
            import sys, csv
            r = list(csv.DictReader(open(sys.argv[1], newline='')))
            print(len(r), r[0]['latitude_degrees'], r[0]['speed_mps'], r[0]['to_maneuver_m'], r[0]['street'])
            print([x['cue_stage'] for x in r], r[4]['state'] == '')
            """
        let events = TestRecording.drive(ticks: 6).filter { $0.tick != 5 || $0.event.topic == .onGPS }
        let lines = try python(script, text(CSVExport(), events))
        #expect(
            lines == ["6 49.0001 12.5 100 A, \"B\" street", "['', '', 'now', 'now', '', 'now'] True"])
    }

    @Test func `JSON lines are the same as those of a tap`() throws {
        let events = TestRecording.drive(ticks: 3)
        let lines = try text(JSONLinesExport(), events).split(separator: "\n")
        #expect(lines.count == events.count)
        for (line, event) in zip(lines, events) {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["sequence"] as? String == "\(event.sequence)")
        }
    }

    @Test func `a recording of only a route, and an empty one, are exported`() throws {
        for events in [[], [TestRecording.drive(ticks: 1)[0]], TestRecording.drive(ticks: 1)] {
            _ = try python("import sys, json; json.load(open(sys.argv[1]))", text(GeoJSONExport(), events))
            _ = try python(
                "import sys, xml.etree.ElementTree as E; E.parse(sys.argv[1])", text(GPXExport(), events))
        }
        #expect(
            try text(GeoJSONExport(), TestRecording.drive(ticks: 1)).contains(
                "\"type\":\"Point\",\"coordinates\":[8.5,49.0001"))
    }
}
