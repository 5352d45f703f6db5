/// The sink of the output `none`, which discards all sound.
final class SilentSink: AudioSink {
    let isOptional = false
    let isPaced = false
    let name = "no sound"
    func open(sampleRate: Int) {}
    func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) -> Int { samples.count }
    func endSentence(isCut: (Int32) -> Bool) {}
    func abandonSentence() {}
    func rest() {}
    func close() {}
}
