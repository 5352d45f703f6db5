import Foundation
import NavigationControl
import TOML
import TestSupport
import Testing

@testable import Supervisor

@Suite("The installed controls")
struct CatalogTests {
    private func manifest(_ id: String, executable: String = "run") -> String {
        """
        id = "\(id)"
        summary = "Shows \(id)."
        executable = "\(executable)"
        contract = 1
        topics = []
        """
    }

    /// A folder with an executable control.
    private func write(_ id: String, in name: String, of folder: TemporaryFolder) throws {
        try folder.write(manifest(id), to: "\(name)/plugin.toml")
        try folder.write("#!/bin/sh\n", to: "\(name)/run", mode: 0o755)
    }

    private func mode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func refusal(_ catalog: ControlCatalog) -> String { "\(catalog.problems.map { "\($0)" })" }

    @Test func `controls are found by their manifests, and folders without one are ignored`() throws {
        let folder = try TemporaryFolder()
        try folder.write(manifest("lanes", executable: "navbus-lanes"), to: "plugins/lanes/plugin.toml")
        try folder.write("#!/bin/sh\n", to: "bin/navbus-lanes", mode: 0o755)
        try folder.write("nothing", to: "plugins/notes/README.md")
        try folder.write("nothing", to: "plugins/notes.txt")
        let catalog = ControlCatalog(folders: ["\(folder.path)/plugins"], executableFolder: "\(folder.path)/bin")
        #expect(catalog.entries.map(\.manifest.id) == ["lanes"])
        #expect(catalog.entry("lanes")?.executable == "\(folder.path)/bin/navbus-lanes")
        #expect(catalog.problems.isEmpty && catalog.hidden.isEmpty, "\(refusal(catalog))")
    }

    @Test func `a broken manifest hides no others and is reported with its position`() throws {
        let folder = try TemporaryFolder()
        try write("lanes", in: "lanes", of: folder)
        try folder.write("id = \"signs\"\nsumary = 1\n", to: "broken/plugin.toml")
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: nil)
        #expect(catalog.entries.map(\.manifest.id) == ["lanes"])
        #expect(catalog.refusals.map(\.name) == ["broken"])
        #expect(catalog.problems.map(\.file) == ["\(folder.path)/broken/plugin.toml"])
        #expect(catalog.problems[0].place != nil)
    }

    @Test func `of several controls with an id the first counts, and the others are listed as hidden`() throws {
        let folder = try TemporaryFolder()
        for place in ["mine", "system"] { try write("lanes", in: "\(place)/Lanes", of: folder) }
        let catalog = ControlCatalog(
            places: [
                .init(path: "\(folder.path)/mine", origin: .user),
                .init(path: "\(folder.path)/system", origin: .system),
            ], executableFolder: nil)
        #expect(catalog.entries.map(\.file) == ["\(folder.path)/mine/Lanes/plugin.toml"])
        #expect(catalog.entries.map(\.origin) == [.user])
        #expect(catalog.hidden.map(\.file) == ["\(folder.path)/system/Lanes/plugin.toml"])
        #expect(catalog.hidden.map(\.origin) == [.system])
    }

    @Test func `a broken manifest of the user does not hide that of the system`() throws {
        let folder = try TemporaryFolder()
        try folder.write(manifest("lanes") + "\nx = 1\n", to: "mine/Lanes/plugin.toml")
        try write("lanes", in: "system/Lanes", of: folder)
        let catalog = ControlCatalog(
            folders: ["\(folder.path)/mine", "\(folder.path)/system"], executableFolder: nil)
        #expect(catalog.entry("lanes")?.file == "\(folder.path)/system/Lanes/plugin.toml")
        #expect(catalog.problems.count == 1)
    }

    @Test func `a folder that is a control itself is read as that control`() throws {
        let folder = try TemporaryFolder()
        try write("lanes", in: "lanes", of: folder)
        try write("inner", in: "lanes/inner", of: folder)
        let catalog = ControlCatalog(folders: ["\(folder.path)/lanes"], executableFolder: nil)
        #expect(catalog.entries.map(\.manifest.id) == ["lanes"])
        #expect(catalog.entry("lanes")?.executable == "\(folder.path)/lanes/run")
    }

    @Test func `links are followed, and their targets are found once`() throws {
        let folder = try TemporaryFolder()
        try write("lanes", in: "elsewhere/lanes", of: folder)
        try folder.write("", to: "controls/README")
        for name in ["a", "b"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/controls/\(name)", withDestinationPath: "../elsewhere/lanes")
        }
        let catalog = ControlCatalog(folders: ["\(folder.path)/controls"], executableFolder: nil)
        #expect(catalog.entries.map(\.file) == ["\(folder.path)/controls/a/plugin.toml"])
        #expect(catalog.hidden.isEmpty && catalog.problems.isEmpty)
    }

    @Test(
        arguments: [
            ("/bin/ls", nil), ("../run", nil), ("bin/../../run", nil), ("run", "/bin/ls"), ("run", "../run"),
            ("bin/run", "../../run"), ("bin", "/bin"),
        ] as [(String, String?)])
    func `an executable outside the control folder is refused with its position`(executable: String, link: String?)
        throws
    {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\n", to: "controls/run", mode: 0o755)
        let named = executable == "bin" ? "bin/ls" : executable
        try folder.write(manifest("lamp", executable: named), to: "controls/lamp/plugin.toml")
        if let link {
            if executable.contains("/") { try folder.write("", to: "controls/lamp/bin/README") }
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/controls/lamp/\(executable)", withDestinationPath: link)
        }
        let catalog = ControlCatalog(folders: ["\(folder.path)/controls"], executableFolder: nil)
        #expect(catalog.entries.isEmpty)
        #expect(catalog.problems.map(\.place) == [FilePosition(line: 3, column: 1)], "\(refusal(catalog))")
        #expect(catalog.refusal("lamp") != nil)
    }

    @Test func `a tool is found like an executable; a missing one is reported only by its command`() throws {
        let folder = try TemporaryFolder()
        try write("lamp", in: "controls/lamp", of: folder)
        try folder.write(
            "\(manifest("lamp"))\n[tools]\nnear = \"near\"\nfar = \"navbus-far\"\ngone = \"gone\"\n",
            to: "controls/lamp/plugin.toml")
        try folder.write("#!/bin/sh\n", to: "controls/lamp/near", mode: 0o755)
        try folder.write("#!/bin/sh\n", to: "bin/navbus-far", mode: 0o755)
        let catalog = ControlCatalog(folders: ["\(folder.path)/controls"], executableFolder: "\(folder.path)/bin")
        let lamp = try #require(catalog.entry("lamp"))
        #expect(lamp.missing == nil)
        #expect(try lamp.program(for: "near") == "\(folder.path)/controls/lamp/near")
        #expect(try lamp.program(for: "far") == "\(folder.path)/bin/navbus-far")
        #expect(try lamp.program(for: "other") == lamp.executable)
        #expect(try lamp.program(for: nil) == lamp.executable)
        #expect(throws: ControlCatalog.Obstacle.self) { try lamp.program(for: "gone") }
    }

    @Test func `a tool outside the control folder is refused with its position`() throws {
        let folder = try TemporaryFolder()
        try write("lamp", in: "controls/lamp", of: folder)
        try folder.write("\(manifest("lamp"))\n[tools]\nlist = \"list\"\n", to: "controls/lamp/plugin.toml")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/controls/lamp/list", withDestinationPath: "/bin/ls")
        let catalog = ControlCatalog(folders: ["\(folder.path)/controls"], executableFolder: nil)
        #expect(catalog.problems.map(\.place) == [FilePosition(line: 7, column: 1)], "\(refusal(catalog))")
    }

    @Test func `a tool that every user may write to is refused`() throws {
        let folder = try TemporaryFolder()
        try write("lamp", in: "controls/lamp", of: folder)
        try folder.write("\(manifest("lamp"))\n[tools]\nlist = \"list\"\n", to: "controls/lamp/plugin.toml")
        try folder.write("#!/bin/sh\n", to: "controls/lamp/list", mode: 0o777)
        try mode(0o777, of: "\(folder.path)/controls/lamp/list")
        let catalog = ControlCatalog(folders: ["\(folder.path)/controls"], executableFolder: nil)
        #expect(refusal(catalog).contains("lamp/list"), "\(refusal(catalog))")
    }

    @Test func `an executable in the folder of its control may be a link within it`()
        throws
    {
        let folder = try TemporaryFolder()
        try folder.write(manifest("lamp", executable: "bin/run"), to: "elsewhere/lamp/plugin.toml")
        try folder.write("#!/usr/bin/env python3\n", to: "elsewhere/lamp/builds/1/run", mode: 0o755)
        try folder.write("", to: "controls/README")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: "\(folder.path)/elsewhere/lamp/bin", withDestinationPath: "builds/1")
        try files.createSymbolicLink(atPath: "\(folder.path)/controls/lamp", withDestinationPath: "../elsewhere/lamp")
        let catalog = ControlCatalog(folders: ["\(folder.path)/controls"], executableFolder: nil)
        #expect(catalog.entry("lamp")?.executable == "\(folder.path)/controls/lamp/bin/run", "\(refusal(catalog))")
    }

    @Test func `a program of the machine is no control by its name alone`() throws {
        let folder = try TemporaryFolder()
        try folder.write(manifest("lamp", executable: "ls"), to: "lamp/plugin.toml")
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: nil)
        #expect(catalog.entry("lamp")?.executable == nil)
        let missing = catalog.entry("lamp")?.missing ?? ""
        #expect(missing.contains("there is no \(folder.path)/lamp/ls"))
    }

    @Test func `a broken or circular link is reported`() throws {
        let folder = try TemporaryFolder()
        for (name, target) in [("gone", "nowhere"), ("circle", "circle")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(name)", withDestinationPath: target)
        }
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: nil)
        #expect(catalog.refusals.map(\.name) == ["circle", "gone"])
        #expect(refusal(catalog).contains("is a broken link"))
    }

    @Test func `a manifest that is a broken link or a pipe is reported at once`() throws {
        let folder = try TemporaryFolder()
        for name in ["circle", "pipe"] { try folder.write("", to: "\(name)/README") }
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/circle/plugin.toml", withDestinationPath: "plugin.toml")
        #expect(mkfifo("\(folder.path)/pipe/plugin.toml", 0o600) == 0)
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: nil)
        #expect(catalog.refusals.map(\.name) == ["circle", "pipe"])
        #expect(refusal(catalog).contains("circle/plugin.toml: is a broken link"))
        #expect(refusal(catalog).contains("pipe/plugin.toml: is not a file"))
    }

    @Test func `the remedy for a shared folder is another folder, not other permissions`() throws {
        let folder = try TemporaryFolder()
        let place = "\(folder.path)/shared"
        try write("lanes", in: "shared/Lanes", of: folder)
        try mode(0o1777, of: place)
        let catalog = ControlCatalog(folders: [place], executableFolder: nil)
        #expect(refusal(catalog).contains("keep controls in a folder of your own"), "\(refusal(catalog))")
        #expect(!refusal(catalog).contains("chmod"))
        try mode(0o777, of: place)
        #expect(refusal(ControlCatalog(folders: [place], executableFolder: nil)).contains("chmod o-w \(place)"))
    }

    @Test
    func `a missing folder of the variable is reported, a missing standard folder is not`()
        throws
    {
        let folder = try TemporaryFolder()
        let asked = ControlCatalog(folders: ["\(folder.path)/nowhere"], executableFolder: nil)
        #expect(refusal(asked).contains("nowhere: cannot be searched for controls: No such file or directory"))
        for origin in [ControlOrigin.user, .checkout, .installed, .system] {
            let catalog = ControlCatalog(folders: ["\(folder.path)/nowhere"], executableFolder: nil, origin: origin)
            #expect(catalog.problems.isEmpty)
        }
        let file = try folder.write("", to: "file")
        #expect(
            refusal(ControlCatalog(folders: [file], executableFolder: nil)).contains(
                "file: cannot be searched for controls: it is not a folder"))
    }

    @Test func `a control without its executable is listed with the missing file`() throws {
        let folder = try TemporaryFolder()
        try folder.write(manifest("lanes", executable: "navbus-nowhere"), to: "lanes/plugin.toml")
        try folder.write(manifest("signs", executable: "build/signs"), to: "signs/plugin.toml")
        try folder.write(manifest("speech", executable: "say.sh"), to: "speech/plugin.toml")
        try folder.write("#!/bin/sh\n", to: "speech/say.sh", mode: 0o644)
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: "/nowhere")
        #expect(catalog.entries.allSatisfy { $0.executable == nil })
        let missing = catalog.entries.compactMap(\.missing)
        #expect(missing[0].contains("there is no navbus-nowhere in \(folder.path)/lanes or beside navbus"))
        #expect(missing[1].hasPrefix("there is no \(folder.path)/signs/build/signs: build it (make in its own folder)"))
        let program = "\(folder.path)/speech/say.sh"
        #expect(missing[2] == "\(program) is not executable: chmod +x \(program)")
        #expect(catalog.entry("speech")?.obstacle?.remedy == "chmod +x \(program)")
    }

    @Test func `a refused control is found by its id, or by its folder if the id is unreadable`()
        throws
    {
        let folder = try TemporaryFolder()
        try write("lanes", in: "mine/Lanes", of: folder)
        try write("signs", in: "mine/open", of: folder)
        try mode(0o777, of: "\(folder.path)/mine/open")
        try folder.write(manifest("bell") + "\nx = 1\n", to: "mine/loud/plugin.toml")
        try folder.write("id = \n", to: "mine/NextStreet/plugin.toml")
        let catalog = ControlCatalog(folders: ["\(folder.path)/mine"], executableFolder: nil)
        #expect(catalog.refusal("signs")?.error.text.contains("chmod o-w") == true, "\(refusal(catalog))")
        #expect(catalog.refusal("bell")?.error.text.contains("unknown key \"x\"") == true)
        #expect(catalog.refusal("next-street")?.name == "NextStreet")
        #expect(catalog.refusal("lanes") == nil && catalog.refusal("open") == nil && catalog.refusal("horn") == nil)
    }

    @Test func `an executable with a folder is searched only in the folder of the control`() throws {
        let folder = try TemporaryFolder()
        try folder.write(manifest("signs", executable: "build/signs"), to: "Signs/plugin.toml")
        try folder.write("#!/bin/sh\n", to: "Signs/build/signs", mode: 0o755)
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: nil)
        #expect(catalog.entry("signs")?.executable == "\(folder.path)/Signs/build/signs")
    }

    @Test(
        arguments: ["", "/lanes", "/lanes/plugin.toml", "/lanes/run"])
    func `a folder, manifest or executable that all users may write is refused`(
        path: String
    ) throws {
        let folder = try TemporaryFolder()
        try write("lanes", in: "lanes", of: folder)
        try mode(0o777, of: folder.path + path)
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: nil)
        #expect(catalog.entries.isEmpty)
        #expect(
            refusal(catalog).contains(
                "\(folder.path)\(path): is refused, because all users may write there and set what navbus runs: "
                    + "chmod o-w"
            ),
            "\(refusal(catalog))")
        // The folder of navbus itself is trusted.
        let own = ControlCatalog(folders: [folder.path], executableFolder: nil, origin: .checkout)
        #expect(own.entries.map(\.manifest.id) == ["lanes"])
    }

    @Test func `a folder that a group may write is accepted`() throws {
        let folder = try TemporaryFolder()
        try write("lanes", in: "lanes", of: folder)
        for path in ["", "/lanes", "/lanes/plugin.toml", "/lanes/run"] { try mode(0o775, of: folder.path + path) }
        #expect(ControlCatalog(folders: [folder.path], executableFolder: nil).entries.count == 1)
    }

    @Test func `a folder of another user is refused with the name of the user`() throws {
        let folder = try TemporaryFolder()
        try write("lanes", in: "lanes", of: folder)
        // The rule of a user who is neither root nor the owner of these files.
        let catalog = ControlCatalog(
            places: [.init(path: folder.path, origin: .user)], executableFolder: nil,
            trust: OwnerTrust(owners: [4_294_967]))
        #expect(catalog.entries.isEmpty)
        #expect(
            refusal(catalog).contains(
                "is refused, because it belongs to the user \(NSUserName()), who is neither you nor root"),
            "\(refusal(catalog))")
    }
}
