@testable import TOML

// Names for our own types where TOMLKit, which has types of the same names, is imported too.
typealias OwnTOMLTable = TOMLTable
typealias OwnTOMLValue = TOMLValue
