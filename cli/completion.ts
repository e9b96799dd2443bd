/** `schoolbell completion`: a script with which a shell completes commands and options. */
import { Argument, Command } from 'commander'

/** @param load all commands */
export function completionCommand(load: () => Promise<Command>): Command {
  return new Command('completion')
    .description('Prints a script with which a shell completes commands and options.')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', SETUP)
    .action(async (shell: keyof typeof SCRIPTS) => console.log(SCRIPTS[shell](wordsAfter(await load()))))
}

const SETUP = `
Where it goes:
  bash  ~/.bashrc                     source <(schoolbell completion bash)
  zsh   ~/.zshrc, after compinit      source <(schoolbell completion zsh)
  fish  ~/.config/fish/config.fish    schoolbell completion fish | source`

/** The words that can follow each command, as in `sync webhooks`. */
type Words = [path: string, next: string[]][]

function wordsAfter(command: Command, path = command.name()): Words {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const options = help.visibleOptions(command).flatMap(({ long }) => long ?? [])
  return [
    [path, [...commands.map(one => one.name()), ...options]],
    // After `help` come the same words.
    ...commands.flatMap(one => (one.name() === 'help' ? [] : wordsAfter(one, `${path} ${one.name()}`))),
  ]
}

const bash = (words: Words) => `_schoolbell() {
  local path=schoolbell next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
      ${patterns(words, '|')}) path="$path \${COMP_WORDS[i]}" ;;
    esac
  done
  case $path in
${words.map(([path, next]) => `    '${path}') next='${next.join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _schoolbell schoolbell`

const SCRIPTS = {
  bash,
  zsh: (words: Words) => `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`,
  fish: (words: Words) => `function __schoolbell_words
  set -l path schoolbell
  for word in (commandline -opc)[2..-1]
    contains -- "$path $word" ${patterns(words, ' ')}; and set path "$path $word"
  end
  switch $path
${words.map(([path, next]) => `    case '${path}'\n      printf '%s\\n' ${next.join(' ')}`).join('\n')}
  end
end
complete -c schoolbell -a '(__schoolbell_words)'`,
}

const patterns = (words: Words, between: string) => words.map(([path]) => `'${path}'`).join(between)
