/// Where signs are shown.
protocol SignDisplay {
    /// Makes ready to show.
    mutating func open() throws(SignsError)
    /// Shows the files of a sign in place of what was shown.
    mutating func show(_ files: SignFiles) throws(SignsError)
}
