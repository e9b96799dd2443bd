/** What the library says of an option, as somebody reads it who knows the command only. */
import { expect, it } from 'vitest'
import { inFlags, OTHER_NAMES, withPortOption } from '../../cli/in-flags.ts'
import { serviceCommand } from '../../cli/service.ts'
import { syncCommand } from '../../cli/sync.ts'

it.each([
  ['serviceUrl: must be an http or https URL', '--service-url: must be an http or https URL'],
  ['corsOrigins: "a b" is not an origin', '--cors-origin: "a b" is not an origin'],
  ['media: hosts: "a b" is not a host', '--media-host: "a b" is not a host'],
  ['media: set a folder for mirrored files', '--media-dir: set a folder for mirrored files'],
  [
    'publish: formats: feeds need baseUrl, the address of the folder',
    '--format: feeds need --base-url, the address of the folder',
  ],
  ['publicUrl is needed on 0.0.0.0', '--public-url is needed on 0.0.0.0'],
])('%s', (said, asFlags) => {
  expect(inFlags(said)).toBe(asFlags)
})

it('names the option that chooses another port or host', () => {
  expect(withPortOption('port 1 is in use; choose another port', '--port-base')).toBe(
    'port 1 is in use; choose another with --port-base',
  )
  expect(withPortOption('no address of this machine; choose another host', '--port')).toBe(
    'no address of this machine; choose another with --host',
  )
})

it('names no flag or variable that the commands do not have', () => {
  const flags: string[] = [syncCommand(), serviceCommand()].flatMap(({ options }) =>
    options.flatMap(({ long, envVar = '' }) => [long ?? '', envVar, envVar.replace(/_FILE$/, '')]),
  )
  // Not of this command alone.
  flags.push('SCHOOLBELL_ACCESS_KEY', 'SCHOOLBELL_SESSION_TOKEN', 'SCHOOLBELL_EXPIRED_TOKEN')
  expect(flags).toEqual(expect.arrayContaining(Object.values(OTHER_NAMES)))
})
