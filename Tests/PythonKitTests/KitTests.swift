import Foundation
import TestSupport
import Testing

/// Runs the tests of the Python kit with the newest dependencies and those of Debian, and checks its types and
/// installation.
@Suite(.serialized) struct KitTests {
    /// Both run at the same time: they mostly wait.
    @Test func `the tests of the kit pass with the newest protobuf and with that of Debian`() throws {
        let kit = PythonKit.path
        let runs = try [PythonInterpreter.path, "/usr/bin/python3"].map { python in
            try BuiltProgram(url: URL(filePath: python)).start(
                ["-m", "unittest", "discover", "-s", "\(kit)/tests", "-t", kit],
                environment: ["PYTHONPATH": kit, "PYTHONDONTWRITEBYTECODE": "1"])
        }
        for run in runs {
            let outcome = run.wait(seconds: 150)
            #expect(outcome.exitCode == 0, "\(outcome.errors)(make setup-tests and make python install what it needs)")
        }
    }

    @Test func `the template passes its own tests`() throws {
        let template = "\(PythonKit.path)/template"
        let outcome = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).run(
            ["-m", "unittest", "discover", "-s", "\(template)/tests", "-t", template],
            environment: ["PYTHONPATH": PythonKit.path, "PYTHONDONTWRITEBYTECODE": "1"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("Ran 4 tests"))
    }

    @Test func `the types of the kit, its controls and the template are correct`() throws {
        let kit = PythonKit.path
        let cache = try TemporaryFolder()
        for folder in ["navbus", "controls/event-log", "controls/led-strip", "controls/csv-tap", "template"] {
            let sources = try FileManager.default.contentsOfDirectory(atPath: "\(kit)/\(folder)")
            let files =
                folder == "navbus"
                ? ["\(kit)/navbus"]
                : sources.filter { $0.hasSuffix(".py") }.map {
                    "\(kit)/\(folder)/\($0)"
                }
            let outcome = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).run(
                ["-m", "mypy", "--config-file", "\(kit)/pyproject.toml", "--cache-dir", cache.path] + files,
                environment: ["MYPYPATH": folder == "navbus" ? kit : "\(kit):\(kit)/\(folder)"])
            #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        }
    }

    /// From a read-only folder, like that of a package.
    @Test func `pip installs the kit into a fresh environment and leaves no files behind`() throws {
        let folder = try TemporaryFolder()
        let script = """
            set -e
            cp -r "$0" \(folder.path)/kit && rm -rf \(folder.path)/kit/.venv && cd \(folder.path)
            find kit | sort > before
            "$1" -m venv fresh
            fresh/bin/python3 -m pip install --quiet --disable-pip-version-check ./kit
            find kit | sort > after && diff before after
            fresh/bin/python3 -c 'import navbus; print(navbus.__file__, navbus.Maneuver.Name(6))'
            test -e fresh/lib/python3*/site-packages/navbus/py.typed
            """
        let outcome = try BuiltProgram(url: URL(filePath: "/bin/sh"))
            .start(["-c", script, PythonKit.path, PythonInterpreter.path]).wait(seconds: 300)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("site-packages/navbus/__init__.py MANEUVER_TURN_LEFT"))
    }
}
