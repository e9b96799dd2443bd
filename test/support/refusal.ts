/** What a command says to a call that is wrong, without a process of its own. */
import { type Command, CommanderError } from 'commander'

/** @throws when the call is taken */
export async function refusal(command: Command, args: readonly string[]): Promise<string> {
  let said = ''
  const writeErr = (text: string) => {
    said += text
  }
  for (const one of [command, ...command.commands]) one.exitOverride().configureOutput({ writeErr })
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode !== 0) return said
    throw error
  }
  throw new Error(`the call was taken: ${args.join(' ')}`)
}
