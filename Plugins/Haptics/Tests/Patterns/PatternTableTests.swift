import HapticDevices
import TestSupport
import Testing

@testable import Haptics

@Suite struct PatternTableTests {
    @Test func `the built-in table equals its file`() throws {
        #expect(try PatternFolder.checkout.table("wristband") == .wristband)
        #expect(PatternFolder.checkout.names == ["belt", "phone", "wristband", "wrists"])
    }

    @Test func `without data files the wristband exists`() throws {
        #expect(try PatternFolder(path: nil).table("wristband") == .wristband)
        #expect(try PatternFolder(path: "/nowhere").table("wristband") == .wristband)
        #expect(PatternFolder.find(data: nil, executable: "/nowhere/bin/navbus-haptics").path == nil)
        let error = #expect(throws: PatternTableError.self) { try PatternFolder(path: nil).table("belt") }
        #expect("\(try #require(error))".contains("there is no table \"belt\""))
    }

    @Test func `tables are found in a checkout, in an installation and by NAVBUS_DATA`() throws {
        let folder = try TemporaryFolder()
        for place in ["checkout", "prefix/share/navbus", "data"] {
            try folder.write("", to: "\(place)/\(PatternFolder.relativePath)/belt.toml")
        }
        func found(data: String?, _ program: String) -> String? {
            PatternFolder.find(data: data, executable: "\(folder.path)/\(program)").path
        }
        let place = PatternFolder.relativePath
        #expect(found(data: nil, "checkout/.build/debug/navbus-haptics") == "\(folder.path)/checkout/\(place)")
        #expect(found(data: nil, "prefix/bin/navbus-haptics") == "\(folder.path)/prefix/share/navbus/\(place)")
        #expect(found(data: "\(folder.path)/data", "prefix/bin/navbus-haptics") == "\(folder.path)/data/\(place)")
        #expect(found(data: "", "prefix/bin/navbus-haptics") == "\(folder.path)/prefix/share/navbus/\(place)")
    }

    @Test func `a custom table needs no data files`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "extends = \"wristband\"\n[arrived]\npulses = [{strength = 1, milliseconds = 900}]\n", to: "mine.toml")
        let table = try PatternFolder(path: nil).table(file)
        #expect(table.pulses(.arrived) == [Pulse(1, 900, pause: 0)])
        #expect(table.pulses(.nowLeft) == PatternTable.wristband.pulses(.nowLeft))
    }

    @Test func `pulses are written as a list or as a table`() throws {
        let pulse = "{ strength = 0.5, milliseconds = 200, pauseMilliseconds = 50, side = \"front\" }"
        let pulses = [Pulse(0.5, 200, pause: 50, at: .front), Pulse(0.5, 200, pause: 0, at: .front)]
        #expect(try PatternTable.changed("arrived = [\(pulse), \(pulse)]").pulses(.arrived) == pulses)
        #expect(try PatternTable.changed("[arrived]\npulses = [\(pulse), \(pulse)]").pulses(.arrived) == pulses)
        #expect(try PatternTable.changed("[arrived]\npulses = [\(pulse)]\nrepeat = 2").pulses(.arrived) == pulses)
        let headers = "[[arrived.pulses]]\nstrength = 0.5\nmilliseconds = 200\nside = \"front\"\n"
        let usual = try PatternTable.changed(headers + headers).pulses(.arrived)
        #expect(usual == [Pulse(0.5, 200, pause: 100, at: .front), Pulse(0.5, 200, pause: 0, at: .front)])
    }

    @Test func `a pulse and a whole pattern can be repeated`() throws {
        let table = try PatternTable.changed(
            """
            [arrived]
            pulses = [{ strength = 1, milliseconds = 100, pauseMilliseconds = 60, repeat = 2 }]
            repeat = 2
            pauseMilliseconds = 300
            """)
        #expect(table.pulses(.arrived).map(\.pauseMilliseconds) == [60, 300, 60, 0])
    }

    @Test func `exit pulses keep their last pause`() throws {
        let table = try PatternTable.changed(
            "roundaboutExit = [{ strength = 1, milliseconds = 100, pauseMilliseconds = 250 }]")
        #expect(table.pulses(.roundaboutExit) == [Pulse(1, 100, pause: 250)])
    }

    @Test func `a situation can be switched off`() throws {
        #expect(try PatternTable.changed("rerouted = []").pulses(.rerouted).isEmpty)
        #expect(try PatternTable.changed("[rerouted]\nenabled = false").pulses(.rerouted).isEmpty)
        #expect(try PatternTable.changed("[rerouted]\nenabled = true").pulses(.rerouted).count == 2)
        #expect(try PatternTable.changed("nowLeft = []\nnowRight = []").pulses(.nowRight).isEmpty)
    }

    @Test func `the strength of pointers is part of the table`() throws {
        let table = try PatternTable.changed(
            "[steering]\nleastDegrees = 20\nleastStrength = 0.5\nfullDegrees = 60\nfullStrength = 0.9")
        func strength(_ error: Double) -> Double {
            let signal = HapticSignal.steer(.right, errorDegrees: error, isBehind: false)
            return HapticCommand(signal, table: table, startSeconds: 0, strength: 1).pulses[0].strength
        }
        #expect([0, 20, 180].map(strength) == [0.5, 0.5, 0.9])
        #expect(abs(strength(40) - 0.7) < 1e-9)
    }

    @Test(arguments: [
        ("nowLeff = []", "mine.toml:2:1: unknown situation \"nowLeff\"; did you mean \"nowLeft\"?"),
        ("zzzzzzzzzzzzz = []", "unknown situation \"zzzzzzzzzzzzz\"; there are prepareLeft, prepareRight"),
        (
            "arrived = [{ strength = 1.5, milliseconds = 100 }]",
            "mine.toml:2:14: \"arrived[1].strength\" must be 0.05 to 1.0, not 1.5"
        ),
        (
            "[arrived]\npulses = [\n{ strength = nan, milliseconds = 100 }]",
            "mine.toml:4:3: \"arrived.pulses[1].strength\""
        ),
        (
            "arrived = [{ strength = 1, milliseconds = 5001 }]",
            "mine.toml:2:28: \"arrived[1].milliseconds\" must be 20 to 4000 ms, not 5001"
        ),
        ("arrived = [{ strength = 1, milliseconds = 1500, repeat = 3 }]", "\"arrived\" lasts 4700 ms"),
        ("arrived = [{ strength = 1, milliseconds = 50, repeat = 11 }]", "must be 1 to 10"),
        ("[arrived]\npulses = [{ strength = 1, milliseconds = 20, repeat = 9 }]\nrepeat = 3", "has 27 pulses"),
        ("arrived = [{ strength = 1 }]", "mine.toml:2:14: \"milliseconds\" of arrived[1] is missing"),
        (
            "arrived = [{ strength = 1, milliseconds = 50, side = \"lef\" }]",
            "there is no side \"lef\"; did you mean \"left\"?"
        ),
        ("arrived = [{ strength = 1, milliseconds = 50, length = 3 }]", "unknown key \"arrived[1].length\""),
        ("arrived = [1]", "must be a list of tables { … } only, not one with a whole number"),
        ("arrived = 1", "\"arrived\" must be a table [arrived], not a whole number"),
        ("[arrived]\nrepeat = 2", "mine.toml:2:1: \"arrived\" has no pulses"),
        ("motors = 0", "mine.toml:2:1: \"motors\" must be 1, 2 (left and right), or 3 to 36 in a ring, not 0"),
        ("[steering]\nleastDegrees = 90", "\"steering\" must grow"),
        ("summary = \"a\\nb\"", "must be one line"),
        ("steerLeft = [{ strength = 1, milliseconds = 600, repeat = 2 }]", "at most 1000 ms"),
        ("positionUnreliable = []", "mine.toml:2:1: \"positionUnreliable\" cannot be switched off: silence means"),
        ("[headingUnknown]\nenabled = false", "\"headingUnknown\" cannot be switched off"),
        ("offRoute = []", "\"offRoute\" cannot be switched off"),
        ("steerLeft = []", "\"steerLeft\" cannot be switched off"),
        ("nowLeft = []", "\"nowLeft\" and \"nowRight\": one of them is switched off"),
        (
            "nowRight = [{ strength = 0.75, milliseconds = 80, pauseMilliseconds = 80, repeat = 2 }]\n"
                + "[nowLeft]\npulses = [{ strength = 0.8, milliseconds = 90, pauseMilliseconds = 90, repeat = 2 }]",
            "mine.toml:2:1: \"nowLeft\" and \"nowRight\": they cannot be told apart with one motor"
        ),
        (
            "headingUnknown = [{ strength = 0.5, milliseconds = 480 }]",
            "mine.toml:2:1: \"headingUnknown\" and \"steerRight\": they cannot be told apart"
        ),
    ])
    func `an error has its position and a remedy`(_ text: String, _ expected: String) {
        let said = complaint(text)
        #expect(said.contains(expected), "\(said)")
        #expect(said.hasPrefix("read the pulses: mine.toml"), "\(said)")
    }

    @Test func `sides distinguish left from right only with two motors`() {
        func pair(_ motors: Int) -> String {
            let pulse = "strength = 1, milliseconds = 300"
            return
                "motors = \(motors)\nnowLeft = [{ \(pulse), side = \"left\" }]\nnowRight = [{ \(pulse), side = \"right\" }]"
        }
        #expect(complaint(pair(2)).isEmpty && complaint(pair(8)).isEmpty)
        #expect(complaint(pair(1)).contains("they cannot be told apart with one motor"))
    }

    /// A slight turn to the left is nearly ahead, and so is a slight turn to the right.
    @Test func `the direction alone does not distinguish left from right`() {
        let pulse = "[{ strength = 1, milliseconds = 300, side = \"way\" }]"
        #expect(complaint("motors = 8\nnowLeft = \(pulse)\nnowRight = \(pulse)").contains("they cannot be told apart"))
        let behind = "[{ strength = 1, milliseconds = 300, side = \"left\" }]"
        #expect(complaint("motors = 8\nnowLeft = \(behind)\nnowRight = \(pulse)").isEmpty)
    }

    @Test func `a text that is not a table is refused with this reason`() throws {
        func said(_ text: String) -> String {
            do throws(PatternTableError) {
                _ = try PatternTable(text: text, file: "mine.toml", name: "mine") { _ in .wristband }
                return ""
            } catch { return "\(error.cause)" }
        }
        #expect(said("").contains("says nothing of prepareLeft, prepareRight"))
        #expect(said("nowLeft = [").hasPrefix("mine.toml:1:12: "))
        #expect(said("extends = 3").hasPrefix("mine.toml:1:1: \"extends\" must be a text"))
    }

    @Test func `tables that extend each other are refused`() throws {
        let folder = try TemporaryFolder()
        let one = try folder.write("extends = \"two.toml\"\n", to: "one.toml")
        try folder.write("extends = \"./one.toml\"\n", to: "two.toml")
        let error = #expect(throws: PatternTableError.self) { try PatternFolder.checkout.table(one) }
        #expect("\(try #require(error))".contains("or itself; let it extend a table that ships with navbus"))
    }

    @Test func `a table may extend one in the same folder`() throws {
        let folder = try TemporaryFolder()
        try folder.write("extends = \"belt\"\nmotors = 12\n", to: "base.toml")
        let table = try PatternFolder.checkout.table(
            folder.write("extends = \"./base.toml\"\nmuted = []\n", to: "mine.toml"))
        #expect(table.motors == .ring(12) && table.pulses(.muted).isEmpty)
    }

    @Test(arguments: ["beld", "../belt.toml", "/dev/null", "/nowhere/x.toml", "."])
    func `a missing table is named in the error`(_ name: String) throws {
        let error = try #require(#expect(throws: PatternTableError.self) { try PatternFolder.checkout.table(name) })
        #expect("\(error)".contains(name))
        if name == "beld" { #expect("\(error)".contains("did you mean \"belt\"?")) }
    }

    @Test func `a file that is too large is not read`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(String(repeating: "#", count: 300_000), to: "large.toml")
        let error = #expect(throws: PatternTableError.self) { try PatternFolder.checkout.table(file) }
        #expect("\(try #require(error))".contains("is larger than 256 KiB"))
    }
}
