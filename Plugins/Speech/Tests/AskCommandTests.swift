import Foundation
import NavigationControl
import NavigationEvents
import SpeechTestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

@Suite("The subcommands that control the running speech control")
struct AskCommandTests {
    private func request(_ name: String, _ arguments: String...) throws -> Request {
        let words = try CommandArguments(arguments, options: OperatorOptions.options, flags: ["--now"])
        return try AskCommand.request(name, words)(.main)
    }

    @Test func `each subcommand has its request`() throws {
        #expect(try request("mute") == .mute(.main, true))
        #expect(try request("unmute") == .mute(.main, false))
        #expect(try request("repeat") == .repeatAnnouncement(.main))
        #expect(try request("verbosity", "alerts") == .verbosity(.main, .alerts))
        #expect(try request("pause") == .playback(.main, .pause))
        #expect(try request("continue") == .playback(.main, .continue))
        #expect(try request("stop") == .playback(.main, .stopAtWord))
        #expect(try request("stop", "--now") == .playback(.main, .stopNow))
        #expect(try request("page", "next") == .turnPage(.main, .next))
        #expect(try request("page", "previous") == .turnPage(.main, .previous))
        #expect(try request("page", "12") == .turnPage(.main, .to(12)))
        #expect(AskCommand.usages.count == 8)
    }

    @Test func `each subcommand is in the manifest, for help and completion`() throws {
        let manifest = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../plugin.toml"),
            encoding: .utf8)
        let section = manifest.components(separatedBy: "[commands]\n").last?.components(separatedBy: "\n\n").first ?? ""
        for name in AskCommand.usages.map(\.name) + ["say", "read", "preview", "voices", "make-samples"] {
            #expect(section.contains("\(name) = "), "\(name)")
        }
    }

    @Test(arguments: [
        ["mute", "now"], ["verbosity"], ["verbosity", "loud"], ["page"], ["page", "0"], ["page", "-1"],
        ["page", "last"],
        ["page", "1", "2"], ["mute", "--loud"],
    ])
    func `invalid arguments are refused with the valid ones`(arguments: [String]) {
        #expect(throws: CommandArguments.Problem.self) {
            let words = try CommandArguments(Array(arguments.dropFirst()), options: OperatorOptions.options)
            _ = try AskCommand.request(arguments[0], words)
        }
    }

    @Test(arguments: ["-1", "0", "1.5", "last"]) func `an invalid page is refused with the valid forms`(
        _ page: String
    ) {
        #expect(
            throws: CommandArguments.Problem(text: "page \(page): use next, previous, or the number of a page from 1")
        ) {
            _ = try AskCommand.request("page", AskCommand.words(of: "page", [page]))
        }
    }

    @Test func `the request to say a text carries its speech properties`() throws {
        let asked = try SayArguments(
            ["Mind", "the", "gap.", "--voice=en-GB", "--rate", "0.4", "--pitch", "1.5", "--volume", "0", "--no-wait"],
            input: { "" })
        #expect(
            asked.text
                == SpokenText(text: "Mind the gap.", voice: "en-GB", rate: 0.4, pitchMultiplier: 1.5, volume: 0))
        #expect(!asked.waits)
        let read = try SayArguments(["-", "--ssml"], input: { "<speak>Hello</speak>" })
        #expect(read.text == SpokenText(text: "<speak>Hello</speak>", isSSML: true))
        #expect(read.waits)
        let cold = try SayArguments(["--no-wait", "--", "-5", "degrees", "--help"], input: { "" })
        #expect(cold.text.text == "-5 degrees --help")
        #expect(!CommandArguments.requestsHelp(["--", "--help"]) && CommandArguments.requestsHelp(["-5", "-h"]))
    }

    @Test(arguments: [
        [], ["Hello", "--rate", "fast"], ["Hello", "--pitch", "9"], ["-"], [" ", "\t"], ["-5"],
        ["Hello", "--colour", "red"],
        ["Hello", "--here", "--no-wait"],
    ])
    func `invalid texts are refused`(arguments: [String]) {
        #expect(throws: CommandArguments.Problem.self) { try SayArguments(arguments, input: { "" }) }
    }
}
