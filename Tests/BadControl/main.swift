import Glibc

// navbus-badcontrol [--fault NAME]: a control with a fault that the conformance test has to detect.
let words = CommandLine.arguments
let name = words.count == 3 && words[1] == "--fault" ? words[2] : "none"
guard words.count == 1 || words.count == 3, let fault = Fault(rawValue: name) else {
    Ending.leave(64, "bad: there is no fault \"\(name)\"")
}
Ending.watch(fault)
do {
    var control = try BadControl(fault)
    try control.runLoop()
} catch {
    Ending.crash("\(error)")
}
