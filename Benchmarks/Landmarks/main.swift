import Glibc
import Regions

// navbus-bench-landmarks DOCUMENT...: adds the landmarks of the regions to routes, prints a line of tab-separated values for
// each turn, and at the end the processor time for each route.
signal(SIGPIPE, SIG_IGN)
let report = LandmarkReport(library: .ofThisProcess)
for path in CommandLine.arguments.dropFirst() { report.add(path) }
report.end()
