/**
 * For a command that has both a work of its own and sub-commands: Commander takes a misspelt sub-command for an argument.
 */
import { Command, type CommanderError } from 'commander'

/** Ends the command when it was given words, which are never its own. */
export function refuseWords(command: Command): void {
  const [word] = command.args
  if (word === undefined) return
  const flag = command.options.find(({ long }) => long === `--${word}`)?.long
  const suggestion = flag ? `\n(Did you mean ${flag}?)` : suggested(word, command)
  command.error(`error: unknown command '${word}'${suggestion}`)
}

/** What Commander itself suggests where a sub-command is needed. */
function suggested(word: string, { commands }: Command): string {
  const names = new Command()
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr() {}, outputError() {} })
  for (const command of commands) names.command(command.name())
  try {
    names.parse([word], { from: 'user' })
    return ''
  } catch (error) {
    return /\n\(Did you mean .*/.exec((error as CommanderError).message)?.[0] ?? ''
  }
}
