"""The scripts that make bash, zsh and fish ask pageful what may follow on a command line."""

from __future__ import annotations

from collections.abc import Mapping

_BASH = r"""# Completion of pageful in bash. In ~/.bashrc:  eval "$(pageful completion bash)"
_pageful_complete() {
    local line kind='' program=${1/#\~\//$HOME/}
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
    done < <("$program" completion next --bash "${COMP_LINE:0:COMP_POINT}" \
        "${COMP_WORDS[COMP_CWORD]}" 2>/dev/null)
    case $kind in
        quoted) compopt -o filenames 2>/dev/null ;;
        open) compopt -o nospace 2>/dev/null ;;
        files) compopt -o default 2>/dev/null ;;
        directories) compopt -o dirnames -o filenames 2>/dev/null ;;
        command*)
            local first=${kind#command }
            if declare -F _command_offset >/dev/null; then
                _command_offset "$first"
            elif ((COMP_CWORD == first)); then
                COMPREPLY=($(compgen -c -- "$2"))
            else
                compopt -o default 2>/dev/null
            fi
            ;;
    esac
}
complete -F _pageful_complete pageful
"""

_ZSH = r"""#compdef pageful
# Completion of pageful in zsh. In ~/.zshrc, after compinit:  eval "$(pageful completion zsh)"
_pageful() {
    local kind line
    local -a lines values shown
    lines=("${(@f)$(${(Q)words[1]} completion next --zsh "${(@Q)words[2,CURRENT-1]}" \
        "${(Q)PREFIX}" 2>/dev/null)}")
    kind=$lines[1]
    shift lines
    case $kind in
        files) _files ;;
        directories) _files -/ ;;
        command*)
            local first=${kind#command }
            shift first words
            ((CURRENT -= first))
            _normal
            ;;
        *)
            for line in $lines; do
                values+=("${line%%$'\t'*}")
                if [[ $line == *$'\t'* ]]; then
                    shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
                else
                    shown+=("$line")
                fi
            done
            if [[ $kind == open ]]; then
                compadd -l -d shown -S '' -a values
            else
                compadd -l -d shown -a values
            fi
            ;;
    esac
}
if [[ ${funcstack[1]} == _pageful ]]; then _pageful "$@"; else compdef _pageful pageful; fi
"""

_FISH = r"""# Completion of pageful in fish:
#   pageful completion fish > ~/.config/fish/completions/pageful.fish
function __pageful_complete
    set -l words (commandline -opc)
    set -l lines ($words[1] completion next --fish $words[2..-1] (commandline -ct) 2>/dev/null)
    switch "$lines[1]"
        case files
            __fish_complete_path (commandline -ct)
        case directories
            __fish_complete_directories (commandline -ct) ''
        case 'command *'
            set -l first (math (string replace 'command ' '' -- $lines[1]) + 1)
            set -l rest (string escape -- $words[$first..-1])
            complete -C "$rest "(commandline -ct)
        case '*'
            printf '%s\n' $lines[2..-1]
    end
end
complete -c pageful -f -a '(__pageful_complete)'
"""

SCRIPTS: Mapping[str, str] = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
"""The script of each shell."""
