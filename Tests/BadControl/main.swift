import Glibc

// navbus-badcontrol [--fault NAME]: what the exam is to find out.
let words = CommandLine.arguments
let name = words.count == 3 && words[1] == "--fault" ? words[2] : "none"
guard words.count == 1 || words.count == 3, let fault = Fault(rawValue: name) else {
    Ending.leave(64, "bad: there is no fault \"\(name)\"")
}
Ending.watch(fault)
do {
    var control = try BadControl(fault)
    try control.live()
} catch {
    Ending.crash("\(error)")
}
