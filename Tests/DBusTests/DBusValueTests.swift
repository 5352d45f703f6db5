import Testing

@testable import DBus

@Suite struct DBusValueTests {
    @Test(
        arguments: [
            (.bool(true), "b"), (.int32(1), "i"), (.uint32(1), "u"), (.integer(1), "x"), (.double(1), "d"),
            (.string(""), "s"), (.path("/"), "o"), (.bytes([1]), "ay"), (.array(of: "s", []), "as"),
            (.structure([.string(""), .uint32(0)]), "(su)"), (.dictionary([:]), "a{sv}"),
        ] as [(DBusValue, String)])
    func `each value has its signature`(_ value: DBusValue, _ signature: String) {
        #expect(value.signature == signature)
    }

    @Test func `a value is read only as what it is`() {
        #expect(DBusValue.int32(-3).asInt == -3 && DBusValue.uint32(3).asInt == 3 && DBusValue.string("3").asInt == nil)
        #expect(DBusValue.path("/a").asText == "/a" && DBusValue.bool(true).asText == nil)
        #expect(DBusValue.array(of: "s", [.string("a"), .int32(1)]).asTexts == ["a"])
        #expect(DBusValue.array(of: "{sv}", []).asDictionary == [:])
        #expect(DBusValue.array(of: "s", []).asDictionary == nil)
    }
}
