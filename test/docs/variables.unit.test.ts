/** Every environment variable that a guide names is read by a command. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { schoolbellCommand } from '../../cli/commands.ts'
import { ROOT } from '../../scripts/pack/places.ts'

const COMMANDS = ['demo', 'service', 'open-extension', 'sync', 'popups', 'news', 'attendance', 'session']
const CHECKS = ['conformance', 'wait']
/** No options, because others see a command line. */
const SECRETS = ['ACCESS_KEY', 'ADMIN_PASSWORD', 'CONSOLE_TOKEN', 'EXPIRED_TOKEN', 'SESSION_TOKEN']
/** Its constants are those of the plugin, see test/hosts/guides.test.ts. */
const WORDPRESS = 'docs/website/wordpress.md'
const GUIDES = globSync('docs/**/*.{md,conf,yaml,service,mjs}', { cwd: ROOT })

it.each(['README.md', ...GUIDES.filter(file => file !== WORDPRESS)])('%s', async file => {
  const named = readFileSync(join(ROOT, file), 'utf8').match(/\bSCHOOLBELL_[A-Z_]+\b/g) ?? []
  const known = await variables
  expect(named.filter(name => !known.has(name))).toEqual([])
})

const variables = Promise.all([...COMMANDS, ...CHECKS].map(name => schoolbellCommand([name]))).then(
  commands => new Set([...commands.flatMap(variablesOf), ...SECRETS.map(name => `SCHOOLBELL_${name}`)]),
)

const variablesOf = (command: Command): string[] => [
  ...command.options.flatMap(({ hidden, envVar }) => (hidden || !envVar ? [] : [envVar])),
  ...command.commands.flatMap(variablesOf),
]
