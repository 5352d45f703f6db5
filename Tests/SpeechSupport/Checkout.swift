/// The checkout from which the tests were built.
package enum Checkout {
    package static let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
}
