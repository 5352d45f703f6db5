/// The sink of the output `none`, which discards all sound.
package final class SilentSink: AudioSink {
    package let isOptional = false
    package let isPaced = false
    package let name = "no sound"

    /// Creates the sink.
    package init() {}

    package func open(sampleRate: Int) {}
    package func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) -> Int { samples.count }
    package func endSentence(isCut: (Int32) -> Bool) {}
    package func abandonSentence() {}
    package func rest() {}
    package func close() {}
}
