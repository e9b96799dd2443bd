/** Questions on a terminal. Ctrl-C and the end of the input give up. */
import { createInterface } from 'node:readline'
import { InvalidArgumentError, type Option } from 'commander'
import { plainLine } from '../../shared/text/table.ts'

export const CANCELLED = 'cancelled; nothing was written'

export interface Talk extends Disposable {
  /** Aborted by Ctrl-C, which is no signal of the process while the terminal is read. */
  givenUp: AbortSignal
  say(text: string): void
  /** Until the answer is one that the option accepts. Enter alone takes the suggestion. */
  ask<Value>(option: Option, suggestion?: string): Promise<Value>
  confirm(question: string): Promise<boolean>
}

export interface Streams {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

/** @throws from `ask` and `confirm`: it was given up */
export function openTalk({ input, output }: Streams): Talk {
  const reader = createInterface({ input, output })
  // Lines that come before their question wait for it.
  const lines = reader[Symbol.asyncIterator]()
  const gone = new AbortController()
  let isOpen = true
  reader
    .once('SIGINT', () => {
      gone.abort()
      reader.close()
    })
    .once('close', () => {
      isOpen = false
    })

  async function line(question: string): Promise<string> {
    if (!isOpen) output.write(question)
    else {
      reader.setPrompt(question)
      reader.prompt()
    }
    const { done, value } = await lines.next()
    if (done || gone.signal.aborted) {
      // What is said next begins a line.
      output.write('\n')
      throw new Error(CANCELLED)
    }
    return value.trim()
  }
  const say = (text: string) => void output.write(`${text}\n`)

  return {
    ...{ say, givenUp: gone.signal },
    async ask(option, suggestion) {
      const end = suggestion === undefined ? '' : ` [${suggestion}]`
      for (;;) {
        const given = (await line(`${option.description}${end}: `)) || (suggestion ?? '')
        try {
          return option.parseArg?.(given, undefined) as never
        } catch (error) {
          if (!(error instanceof InvalidArgumentError)) throw error
          say(plainLine(error.message))
        }
      }
    },
    async confirm(question) {
      for (;;) {
        const given = await line(`${question} [y/n] `)
        if (/^y(es)?$/i.test(given)) return true
        if (/^no?$/i.test(given)) return false
      }
    },
    [Symbol.dispose]: () => reader.close(),
  }
}
