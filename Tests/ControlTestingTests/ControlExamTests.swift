import ControlTesting
import Testing

@Suite("The exam of a control")
struct ControlExamTests {}
