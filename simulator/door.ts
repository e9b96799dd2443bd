/** The simulator's door: nothing of it is loaded, and no port taken, before somebody opens it. */
import type { Simulator, SimulatorParts } from './simulator.ts'

export interface SimulatorDoor {
  open(): Promise<Simulator>
  /** Ends every session that it issued. */
  close(): Promise<void>
}

export function simulatorDoor(parts: SimulatorParts): SimulatorDoor {
  let opened: Promise<Simulator> | undefined
  return {
    open() {
      opened ??= import('./simulator.ts').then(({ createSimulator }) => createSimulator(parts))
      return opened
    },
    async close() {
      await (await opened)?.close()
    },
  }
}
