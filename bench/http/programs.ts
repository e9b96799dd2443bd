/** Starts servers in their own processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Programs {
  /** @returns the URL, which the program prints first */
  start(...args: string[]): Promise<string>
  end(): Promise<void>
}

export function startPrograms(): Programs {
  const programs: ChildProcess[] = []
  return {
    async start(...args) {
      const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      programs.push(program)
      const [address] = await once(createInterface(program.stdout), 'line')
      return `${address}`
    },
    async end() {
      for (const program of programs) {
        program.kill()
        if (program.exitCode === null && program.signalCode === null) await once(program, 'close')
      }
    },
  }
}
