import Testing

@testable import navbus

/// Valid names of new controls, and their forms.
@Suite struct ControlNameTests {
    @Test(arguments: [
        ("next-street", "next_street", "NextStreet", "NextStreet"),
        ("beeper", "beeper", "Beeper", "Beeper"),
        ("my-control", "my_control", "MyControl", "My"),
        ("led-strip-2", "led_strip_2", "LedStrip2", "LedStrip2"),
    ])
    func `each form follows from the name`(kebab: String, snake: String, camel: String, stem: String) throws {
        let name = try ControlName(kebab)
        #expect([name.snake, name.camel, name.camelStem] == [snake, camel, stem])
    }

    @Test(arguments: [
        ("", "the name is empty"),
        ("Next Street", "such as next-street"),
        ("NextStreet", "such as next-street"),
        ("next_street", "such as next-street"),
        ("9lives", "a letter first"),
        ("next--street", "such as next-street"),
        ("-next", "such as next"),
        ("straße", "use a-z and 0-9"),
        ("../next", "such as next"),
        (String(repeating: "a", count: 33), "use 32 at most"),
        ("run", "navbus itself uses this name"),
        ("swift", "a module of Swift"),
        ("navigation-events", "a module of Swift or of navbus"),
        ("protocol", "a keyword of Swift"),
        ("class", "a keyword of Python"),
        ("random", "a module of Python"),
        ("test", "the Makefile has a target"),
    ])
    func `a name that cannot be used is refused with the reason`(name: String, reason: String) {
        let error = #expect(throws: ControlNameError.self) { try ControlName(name) }
        #expect("\(error.map { "\($0)" } ?? "")".contains(reason))
        #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("name the control"))
    }

    @Test func `the name of an existing control is refused with its folder`() {
        #expect(throws: ControlNameError.taken("beeper", folder: "/controls/Beeper")) {
            try ControlName("beeper", taken: ["beeper": "/controls/Beeper"])
        }
    }
}
