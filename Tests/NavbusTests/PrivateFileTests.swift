import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

/// The files of a drive show where a person was: only their owner can read them, with any umask.
@Suite(.serialized) struct PrivateFileTests {
    @Test func `other users cannot read the files of a drive`() throws {
        let folder = try TemporaryFolder()
        let out = "\(folder.path)/out"
        let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "examples/first-drive").path
        let file = try folder.write(
            """
            controls = ["speech", "signs", "lanes", "haptics"]
            [source]
            kind = "nmea"
            path = "\(examples)/drive.nmea"
            speed = 200
            [route]
            path = "\(examples)/route.json"
            [speech]
            output = "wav"
            file = "\(out)/voice/speech.wav"
            keep = "\(out)/kept"
            [signs]
            folder = "\(out)/signs"
            album = "\(out)/album"
            [lanes]
            folder = "\(out)/lanes"
            [haptics]
            logFile = "\(out)/pulses/pulses.log"
            [log]
            file = "\(folder.path)/run.log"
            [record]
            file = "\(out)/recordings/drive.mcap"
            """, to: "drive.toml")
        let environment = ["NO_COLOR": "1", "TMPDIR": folder.path, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
        let navbus = BuiltProgram.navbus.url.path
        let outcome = try BuiltProgram(url: URL(filePath: "/bin/sh")).run(
            [
                "-c",
                """
                umask 000
                "$0" run --config "$1" --run-folder "$2/run" || exit
                "$0" export "$3/recordings/drive.mcap" --gpx --out "$3/drive.gpx" || exit
                "$0" demo --speed max --out "$3/demo/of/today"
                """, navbus, file, folder.path, out,
            ], environment: environment)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let modes = Self.modes(below: out).merging(["run.log": Self.mode("\(folder.path)/run.log")]) { $1 }
        let expected = [
            "voice/speech.wav", "signs/next.png", "lanes/lanes.json", "pulses/pulses.log", "recordings/drive.mcap",
            "drive.gpx", "demo/of/today/speech.wav", "demo/of/today/events.jsonl", "demo/of/today/haptics.log",
        ]
        for name in expected { #expect(modes[name] != nil, "\(name) is missing among \(modes.keys.sorted())") }
        for kind in ["album/", "kept/"] { #expect(modes.keys.contains { $0.hasPrefix(kind) }, "\(kind) is empty") }
        let readable = modes.filter { $0.value & 0o077 != 0 }.map { "\($0.key) \(String($0.value, radix: 8))" }
        #expect(readable.sorted() == [])
    }

    /// Files that another user has prepared are not written to.
    @Test(.enabled(if: geteuid() == 0, "takes root, to be two users"))
    func `nothing is written to files or links of other users`() throws {
        let folder = try TemporaryFolder()
        let precious = try folder.write("mine", to: "precious")
        let (foreignLink, ownLink, foreign) = (folder.path + "/a", folder.path + "/b", folder.path + "/c")
        for link in [foreignLink, ownLink] { #expect(symlink(precious, link) == 0) }
        try folder.write("theirs", to: "c")
        #expect(lchown(foreignLink, 65534, 65534) == 0 && chown(foreign, 65534, 65534) == 0)
        #expect(PrivateFile.open(foreignLink, O_WRONLY | O_TRUNC) < 0 && errno == ELOOP)
        #expect(PrivateFile.open(foreign, O_WRONLY | O_TRUNC) < 0 && errno == EPERM)
        #expect(try folder.bytes("precious") == Array("mine".utf8))
        #expect(try folder.bytes("c") == Array("theirs".utf8))
        let own = PrivateFile.open(ownLink, O_WRONLY | O_TRUNC)
        #expect(own >= 0 && close(own) == 0)
        #expect(try folder.bytes("precious") == [])
    }

    /// The modes of a folder and of all files and folders in it, by their relative paths.
    private static func modes(below folder: String) -> [String: mode_t] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return Dictionary(uniqueKeysWithValues: ([""] + names).map { ($0, mode("\(folder)/\($0)")) })
    }

    private static func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0o7777
    }
}
