import Foundation
package import TestSupport

/// A speech recogniser for English that knows the vocabulary of navigation, but not the spoken sentences.
package struct Recognizer {
    private static let modelFolder = "/usr/share/pocketsphinx/model/en-us"

    /// Returns the recognized words of each sound file.
    package static func hear(_ paths: [String], in folder: TemporaryFolder) throws -> [String] {
        guard FileManager.default.fileExists(atPath: modelFolder) else {
            throw ToolError(
                description: "the recogniser's model \(modelFolder) is missing; `make setup-tests` installs it, or "
                    + "`apt-get install pocketsphinx-en-us`")
        }
        let grammarPath = folder.path + "/navigation.gram"
        try Data(grammar.utf8).write(to: URL(fileURLWithPath: grammarPath))
        _ = try Tool.path("sox")
        let output = try Tool.run(
            try Tool.python(), ["-", modelFolder, grammarPath] + paths, input: Data(program.utf8))
        return String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// The script resamples the sound, adds silence and a little noise, and decodes with wide beams for accuracy.
    private static let program = """
        import os, random, re, struct, subprocess, sys
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
        noise = random.Random(1)
        for path in sys.argv[3:]:
            raw = subprocess.run(["sox", path, "-r", "16000", "-b", "16", "-c", "1", "-t", "raw", "-", "rate", "-h",
                                  "gain", "-n", "-6", "pad", "0.3", "0.3"], check=True, capture_output=True).stdout
            samples = struct.unpack("<%dh" % (len(raw) // 2), raw)
            noisy = [max(-32768, min(32767, int(s + noise.gauss(0, 30)))) for s in samples]
            decoder.start_utt()
            decoder.process_raw(struct.pack("<%dh" % len(noisy), *noisy), full_utt=True)
            decoder.end_utt()
            print(decoder.hyp().hypstr if decoder.hyp() else "")

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
