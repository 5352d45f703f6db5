/// The completion script of a shell: that of the command-line parser, which knows the commands and options of navbus, and
/// an addition that asks navbus for the words of ``CompletionWords``.
enum CompletionScript {
    /// Adds to a script of the parser. A script of another shell stays as it is.
    static func completed(_ script: String) -> String {
        if script.hasPrefix("#!/bin/bash") { return script + bash }
        if script.hasPrefix("#compdef") {
            // The end of the script runs the function that the addition wraps.
            let end = "\nif [[ \"${funcstack[1]}\" = _navbus ]]"
            return script.replacing(end, with: zsh + end)
        }
        return script.hasPrefix("function __navbus") ? script + fish : script
    }

    private static let bash = """

        _navbus_and_controls() {
            _navbus "$@"
            local words
            words="$("${COMP_WORDS[0]}" \(CompletionWords.request) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
            [[ $? -ne 1 ]] || COMPREPLY=()
            COMPREPLY+=(${words})
            [[ "${words}" != *= ]] || compopt +o filenames -o nospace 2>/dev/null
        }

        complete -o filenames -F _navbus_and_controls navbus
        """

    private static let zsh = """

        functions[_navbus_of_parser]=${functions[_navbus]}

        _navbus() {
            local command_name="${words[1]}" answer
            local -a typed=("${(@)words[2,CURRENT]}")
            answer="$("${command_name}" \(CompletionWords.request) "${typed[@]}" 2>/dev/null)"
            local -i is_of_control=$(( $? == 1 )) ret=1
            local -a found=("${(@f)answer}")
            found=("${(@)found:#}")
            local -a keys=("${(@M)found:#*=}")
            # The parser has only a message about the value of --set, which would suppress the words.
            (( is_of_control || ${#keys} )) || _navbus_of_parser "${@}" && ret=0
            compadd -S '' -- "${keys[@]}" && ret=0
            compadd -- "${(@)found:#*=}" && ret=0
            return "${ret}"
        }

        """

    private static let fish = """

        function __navbus_words
            set -l typed (commandline -opc)
            # Without this, fish itself complains about a missing command.
            command -q navbus; or return
            navbus \(CompletionWords.request) $typed[2..] (commandline -ct) 2>/dev/null
        end
        complete -c navbus -a '(__navbus_words)'
        complete -c navbus -n '__fish_seen_subcommand_from run replay' -l config -ra '(__navbus_words)'
        complete -c navbus -n '__fish_seen_subcommand_from run replay demo' -l set -rfa '(__navbus_words)'
        """
}
