package import Announcements
import Foundation
package import TestSupport

/// A speech recogniser for English that knows the vocabulary of navigation, but not the spoken sentences.
package struct Recognizer {
    private static let modelFolder = "/usr/share/pocketsphinx/model/en-us"

    /// Returns the recognized words of each sound file.
    ///
    /// - Parameters:
    ///   - paths: The sound files.
    ///   - folder: Receives files of the recogniser.
    ///   - table: A string table; its phrases replace those that the tests of single phrases use.
    package static func hear(
        _ paths: [String], in folder: TemporaryFolder, phrasesOf table: StringTable? = nil
    ) throws -> [String] {
        guard FileManager.default.fileExists(atPath: modelFolder) else {
            throw ToolError(
                description: "the recogniser's model \(modelFolder) is missing; `make setup-tests` installs it, or "
                    + "`apt-get install pocketsphinx-en-us`")
        }
        let grammarPath = folder.path + "/navigation.gram"
        try Data((table.map(grammar) ?? grammar).utf8).write(to: URL(fileURLWithPath: grammarPath))
        _ = try Tool.path("sox")
        let output = try Tool.run(
            try Tool.python(), ["-", modelFolder, grammarPath] + paths, input: Data(program.utf8))
        return String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// The script resamples the sound, adds silence and a little noise, and decodes with wide beams for accuracy.
    private static let program = """
        import multiprocessing, os, random, re, struct, subprocess, sys
        try:
            from pocketsphinx import Decoder
        except ImportError:
            sys.exit("the recogniser is missing; `make python` installs it, or pip install -r Tests/requirements.txt")
        model, grammar = sys.argv[1], sys.argv[2]
        words = set(re.findall("[a-z]+", open(grammar).read()))
        entries = open(os.path.join(model, "cmudict-en-us.dict")).read().splitlines()
        known = [entry for entry in entries if re.match("[a-z]*", entry).group() in words]
        dictionary = os.path.join(os.path.dirname(grammar), "navigation.dict")
        with open(dictionary, "w") as file:
            file.write("\\n".join(known) + "\\n")
        decoder = Decoder(hmm=os.path.join(model, "en-us"), dict=dictionary, jsgf=grammar,
                          beam=1e-100, pbeam=1e-100, wbeam=1e-80, maxhmmpf=-1, cmn="batch",
                          bestpath=False, loglevel="ERROR")
        def hear(path):
            raw = subprocess.run(["sox", path, "-r", "16000", "-b", "16", "-c", "1", "-t", "raw", "-", "rate", "-h",
                                  "gain", "-n", "-6", "pad", "0.3", "0.3"], check=True, capture_output=True).stdout
            samples = struct.unpack("<%dh" % (len(raw) // 2), raw)
            noise = random.Random(1)
            noisy = [max(-32768, min(32767, int(s + noise.gauss(0, 30)))) for s in samples]
            decoder.start_utt()
            decoder.process_raw(struct.pack("<%dh" % len(noisy), *noisy), full_utt=True)
            decoder.end_utt()
            return decoder.hyp().hypstr if decoder.hyp() else ""
        with multiprocessing.get_context("fork").Pool() as pool:
            for words in pool.imap(hear, sys.argv[3:]):
                print(words)

        """

    private static let grammar = """
        #JSGF V1.0;
        grammar navigation;
        public <sentence> = <start> | <turn> | <arrival> | <alone>;
        <start> = head (north | northeast | east | southeast | south | southwest | west | northwest) [then <what>];
        <turn> = [<where>] <what> [<onto>] [then [immediately] <what>] [<lanes>];
        <where> = in <distance> [<tunnel>] | now [<tunnel>] | at the end of the road;
        <tunnel> = in the tunnel | just after the tunnel;
        <distance> = <number> (meters | kilometers | kilometer | miles | feet | yards);
        <number> = <digit> | ten | twenty | fifty | eighty | <digit> hundred [and] [fifty] | <digit> point <digit>;
        <digit> = one | two | three | four | five | six | seven | eight | nine;
        <what> = turn [slightly] (left | right) | make a sharp (left | right) | keep (left | right) [at the fork]
            | continue [straight ahead] | go straight | make a u turn | merge [left | right] | get on the <fast> | exit the <fast>
            | take the [<fast>] ramp [on the (left | right)] | take the exit [on the (left | right)]
            | at the roundabout (take the <ordinal> exit | <simple>) | exit the roundabout | cross the border;
        <simple> = turn (left | right) | go straight ahead | make a u turn;
        <lanes> = using the (left | right | middle) lane | using the two (left | right | middle) lanes;
        <fast> = highway | expressway;
        <ordinal> = first | second | third | fourth | fifth | sixth;
        <onto> = onto (mill road | bridge street | park avenue) | onto the ferry;
        <arrival> = you have reached your (destination | stop) [it is on your (left | right)]
            | in <distance> (you will reach your (destination | stop) | your (destination | stop) will be on the (left | right));
        <alone> = make a u turn when possible | continue [for <distance>];

        """
}

extension Recognizer {
    /// The words of a text as the recogniser writes them: numbers in words, without punctuation.
    package static func words(of text: String) -> String {
        let spelled = text.replacing(/[0-9]+(\.[0-9]+)?/) { number in
            let words = NumberFormatter()
            (words.numberStyle, words.locale) = (.spellOut, Locale(identifier: "en_US"))
            return Double(number.output.0).flatMap { words.string(from: $0 as NSNumber) } ?? String(number.output.0)
        }
        return spelled.lowercased().matches(of: /[a-z<>]+/).map { String($0.output) }.joined(separator: " ")
    }

    /// The grammar of all sentences without names that a string table allows.
    private static func grammar(of table: StringTable) -> String {
        let texts = Dictionary(
            uniqueKeysWithValues: table.texts.map { ($0.key.replacing("guidance_", with: ""), $0.value) })
        func rule(_ isIncluded: (String, String) -> Bool) -> String {
            let roundabout = texts["roundabout"] ?? ""
            let phrases = texts.filter { isIncluded($0.key, $0.value) }.values.map { text in
                let filled = text.replacing("%r", with: roundabout).replacing("%n", with: "<exit>")
                return words(of: filled.replacing("%0", with: ""))
            }
            return Set(phrases).sorted().joined(separator: " | ")
        }
        let other =
            /(unit|compass|lanes|tunnel|streetDirection|signpost|decimal|route_|roundabout$|landmark|now|immediately).*/
        let passage = /border|toll/
        let sentences = texts.filter { $0.value.contains("|") && !$0.key.hasPrefix("start") }.values.map { text in
            Grammar(text).pieces.map { piece in
                let field =
                    switch piece.field {
                    case .distance: "<distance>"
                    case .landmark: "<landmark>"
                    case .tunnel: "[<tunnel>]"
                    case .maneuver1, .maneuver2: "<maneuver> [<passage>]"
                    case .immediately: "[<now>]"
                    case .maneuverAddition, .streetName, .signpost, nil: ""
                    }
                return field + " " + words(of: piece.literal)
            }.joined(separator: " ").split(separator: " then ", maxSplits: 1)
        }
        func part(_ index: Int) -> String {
            Set(sentences.filter { $0.count > index }.map { $0[index] }).sorted().joined(separator: " | ")
        }
        return """
            #JSGF V1.0;
            grammar navigation;
            public <sentence> = (\(part(0)) | <start>) [then (\(part(1)))] [<lanes>];
            <start> = \(words(of: texts["head"]?.replacing("%n", with: "") ?? "")) <compass>;
            <landmark> = \(rule { key, text in key.hasPrefix("landmark") && !text.contains("|") });
            <maneuver> = \(rule { key, text in
                (!text.contains("%n") || key.hasPrefix("exitNumber") || key == "roundaboutExitMore")
                    && !text.contains("|") && !text.isEmpty && key.wholeMatch(of: other) == nil
            });
            <passage> = \(rule { key, _ in key.wholeMatch(of: passage) != nil });
            <tunnel> = \(rule { key, _ in key.hasPrefix("tunnel") });
            <now> = \(rule { key, _ in key == "now" || key == "immediately" });
            <compass> = \(rule { key, _ in key.hasPrefix("compass_") });
            <lanes> = \(rule { key, text in key.hasPrefix("lanes") && !text.contains("%n") && key != "lanesSeparator" });
            <distance> = <number> (\(rule { key, text in key.hasPrefix("unit") && !text.contains("%0") }))
                | \(rule { _, text in text.contains("%0") });
            <number> = <digit> | ten | <tens> | <digit> hundred [fifty] | <digit> point <digit>;
            <exit> = <digit> | <teen> | <tens> [<digit>];
            <digit> = one | two | three | four | five | six | seven | eight | nine;
            <teen> = ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen;
            <tens> = twenty | thirty | forty | fifty | sixty | seventy | eighty | ninety;

            """
    }
}
