import { completionQuery } from './completion-query.ts';

/** Completion scripts by shell. They ask the program, so that they need not be made again when it has new options. */
export const completionScripts = {
  bash: `# audiobook completion for bash: source <(audiobook completion bash)
_audiobook() {
  local line first=1
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -n $first ]]; then
      first=
      # Without candidates, bash completes paths.
      [[ $line == files ]] || compopt +o default 2>/dev/null
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <("$1" ${completionQuery} bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _audiobook audiobook
`,
  zsh: `#compdef audiobook
# audiobook completion for zsh: source <(audiobook completion zsh), or save it as _audiobook in a folder of $fpath
_audiobook() {
  local -a lines candidates
  local line
  lines=("\${(@f)$("\${(Q)words[1]}" ${completionQuery} zsh "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ \${lines[1]} == files ]]; then
    _files
    return
  fi
  for line in "\${(@)lines[2,-1]}"; do
    candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe audiobook candidates
}
if [[ \${funcstack[1]} == _audiobook ]]; then
  _audiobook "$@"
else
  compdef _audiobook audiobook
fi
`,
  fish: `# audiobook completion for fish: audiobook completion fish | source
function __audiobook_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] ${completionQuery} fish $words[2..-1] "$current" 2>/dev/null)
    if test "$lines[1]" = files
        __fish_complete_path "$current"
    else
        printf '%s\\n' $lines[2..-1]
    end
end
complete -c audiobook -f -a '(__audiobook_complete)'
`,
  powershell: `# audiobook completion for PowerShell: audiobook completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName audiobook -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    $lines = @(& audiobook ${completionQuery} powershell @words "=$wordToComplete" 2>$null)
    # Without candidates, PowerShell completes paths.
    $lines | Select-Object -Skip 1 | ForEach-Object {
        $value, $description = $_ -split "\`t", 2
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
}
`,
} as const;
