import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs the npm of the current Node, or the one on the path. */
export async function npm(cwd: string, ...args: string[]): Promise<void> {
  const script = process.env.npm_execpath
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []]
  const env = { ...process.env, npm_config_loglevel: 'error' }
  await promisify(execFile)(command, [...first, ...args], { cwd, env })
}
