import Foundation

/// The paths of the contract.
enum ContractPaths {
    static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    static let package = tests.deletingLastPathComponent().deletingLastPathComponent()
    static let pages = package.appending(path: "docs/contract")
    static let proto = package.appending(path: "proto")
}
