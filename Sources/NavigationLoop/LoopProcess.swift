/// The process that guides, as `navbus-bus` runs it.
///
/// A launcher starts it and writes launch orders to its standard input, each as a length (four bytes, little-endian)
/// and the bytes of a `LaunchOrder`. It ends cleanly with SIGTERM; when its input ends without that, the launcher has
/// died: then it ends the controls and itself, and keeps what a successor needs to go on.
public enum LoopProcess {
}
