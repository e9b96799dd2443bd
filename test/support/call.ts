/**
 * Calls a command in this process, where it starts in a moment. For calls that end by themselves; what a process does at its
 * end is a matter for ./command.ts.
 */
import { format } from 'node:util'
import { Command } from 'commander'
import { vi } from 'vitest'
import attendanceCommand from '../../cli/attendance.ts'
import conformanceCommand from '../../cli/conformance.ts'
import demoCommand from '../../cli/demo.ts'
import newsCommand from '../../cli/news.ts'
import openExtensionCommand from '../../cli/open-extension.ts'
import popupsCommand from '../../cli/popups.ts'
import { runToExitCode } from '../../cli/program.ts'
import serviceCommand from '../../cli/service.ts'
import sessionCommand from '../../cli/session.ts'
import syncCommand from '../../cli/sync.ts'
import waitCommand from '../../cli/wait.ts'
import widgetCommand from '../../cli/widget.ts'

export const COMMANDS: Record<string, () => Command> = {
  attendance: attendanceCommand,
  conformance: conformanceCommand,
  demo: demoCommand,
  news: newsCommand,
  'open-extension': openExtensionCommand,
  popups: popupsCommand,
  service: serviceCommand,
  session: sessionCommand,
  sync: syncCommand,
  wait: waitCommand,
  widget: widgetCommand,
}

export interface Called {
  code: number
  output: string
  errors: string
}

/** One after the other: each has the environment and the output of the whole process. */
let last: Promise<unknown> = Promise.resolve()

export function call(args: string[], env: Record<string, string> = {}): Promise<Called> {
  const called = last.then(() => callAlone(args, env))
  last = called.catch(() => {})
  return called
}

async function callAlone([name = '', ...args]: string[], env: Record<string, string>): Promise<Called> {
  const command = COMMANDS[name]
  if (!command) throw new Error(`add the command ${name} to ${import.meta.filename}`)
  let output = ''
  let errors = ''
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(text => {
      output += text
      return true
    }),
    vi.spyOn(console, 'log').mockImplementation((...values) => {
      output += `${format(...values)}\n`
    }),
    vi.spyOn(console, 'error').mockImplementation((...values) => {
      errors += `${format(...values)}\n`
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation(text => {
      errors += text
      return true
    }),
  ]
  const before = { ...process.env }
  const codeBefore = process.exitCode
  const listeners = process.stdout.listeners('error')
  Object.assign(process.env, env)
  process.exitCode = undefined
  try {
    const program = new Command('schoolbell').addCommand(command())
    const code = await runToExitCode(program, ['node', 'schoolbell', name, ...args])
    return { code: code || Number(process.exitCode ?? 0), output, errors }
  } finally {
    process.exitCode = codeBefore
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void)
    for (const variable of Object.keys(env)) {
      const value = before[variable]
      if (value === undefined) delete process.env[variable]
      else process.env[variable] = value
    }
    for (const spy of spies) spy.mockRestore()
  }
}
