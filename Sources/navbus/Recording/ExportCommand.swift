import RecordingTools
import CommandOutput
import ArgumentParser
import Glibc
import NavigationEvents
import Platform

/// `navbus export RECORDING --gpx`
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a recorded drive in a format for other programs.",
        discussion: """
            Example: navbus export drive.mcap --gpx --out drive.gpx

            GPX 1.1: the track, the routes and their stopovers. GeoJSON: also maneuvers, cues and effects of controls, \
            as points. CSV: one row per fix, with the guidance computed from it. JSONL: every event, as navbus tap \
            --json prints it.
            """)

    /// The formats.
    enum Format: String, EnumerableFlag {
        case gpx, geojson, csv, jsonl
    }

    @OptionGroup var recording: RecordingFile

    @Flag(help: "The format.")
    var format: Format

    @Flag(help: "Draw the track with the smoothed positions instead of those of the receiver.")
    var smoothed = false

    @Option(
        help: ArgumentHelp("The output file; - is standard output.", valueName: "file"), completion: .file())
    var out = "-"

    func validate() throws {
        if smoothed, format != .gpx, format != .geojson {
            throw ValidationError("--smoothed is for --gpx and --geojson; CSV and JSONL contain both positions.")
        }
    }

    func run() throws {
        let source = RecordingSource([recording.file])
        // A recording that cannot be opened must not leave an empty output file.
        _ = try source.events(of: [])
        if out == "-" {
            // A program gets the texts unchanged; on a terminal, control characters are made visible.
            let sink = TextSink { [isTerminal] bytes in
                let shown = isTerminal ? Array(String(decoding: bytes, as: UTF8.self).printableLines.utf8) : bytes
                try Output.write(shown, to: STDOUT_FILENO, named: "standard output")
            }
            try export.write(source, to: sink)
            try sink.flush()
        } else {
            // A file over the size limit of the system is an error like a full disk, and must not kill the process.
            signal(SIGXFSZ, SIG_IGN)
            do {
                try AtomicFile(out, excluding: source.paths).fill { try export.write(source, to: $0) }
            } catch let error as OutputIsInput {
                throw ValidationError("\(error)")
            }
        }
    }

    private var isTerminal: Bool { out == "-" && isatty(STDOUT_FILENO) == 1 }

    private var export: any DriveExport {
        switch format {
        case .gpx: GPXExport(isSmoothed: smoothed)
        case .geojson: GeoJSONExport(isSmoothed: smoothed)
        case .csv: CSVExport(isForTerminal: isTerminal)
        case .jsonl: JSONLinesExport()
        }
    }
}
