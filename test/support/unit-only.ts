/** Loaded before each unit test file: whatever opens a socket or starts a process fails, and a browser is a process. */
import childProcess, { ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const refuse = (what: string) => (): never => {
  throw new Error(`a unit test ${what}: take ".unit" out of the file's name, or use no socket and no process`)
}

Object.assign(net.Server.prototype, { listen: refuse('listens on a socket') })
Object.assign(net.Socket.prototype, { connect: refuse('connects a socket') })
Object.assign(ChildProcess.prototype, { spawn: refuse('starts a process') })
for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const)
  Object.assign(childProcess, { [name]: refuse('starts a process') })
syncBuiltinESMExports()
