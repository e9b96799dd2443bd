/** A phone of the simulator for real ones in the same network: its address as a QR code, and what that opens to whom. */
import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { InvalidArgumentError } from 'commander'
import encodeQR from 'qr'
import { isLoopback } from '../../shared/server/listen.ts'

/** One address: it stands in the link. */
export function phoneHost(text: string): string {
  if (/\/|^[^:]*:\d*$|^\[/.test(text))
    throw new InvalidArgumentError('It must be only the address, without http:// and port.')
  if (text === '' || isWildcard(text))
    throw new InvalidArgumentError(`It must be one address of this machine, as in ${ownInWords()}.`)
  if (text.includes('%'))
    throw new InvalidArgumentError(
      `No link can have an address with a zone; choose another one of this machine, as in ${ownInWords()}.`,
    )
  if (isIP(text) !== 0 && !isLoopback(text) && !isOwn(text))
    throw new InvalidArgumentError(`It is no address of this machine; choose its own, as in ${ownInWords()}.`)
  return text
}

/** Names are looked up only when they are listened on. */
function isOwn(address: string): boolean {
  const own = new BlockList()
  for (const face of Object.values(networkInterfaces()).flatMap(faces => faces ?? []))
    own.addAddress(face.address, face.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** For an address that was chosen for phones. */
export const loopbackNote = (host: string | undefined): string[] =>
  host !== undefined && isLoopback(host)
    ? [
        `Phones cannot reach ${host}: for them, give --host an address of this machine, as in ${ownInWords()}.`,
      ]
    : []

/** In each of its spellings: they listen everywhere, so also `0.0`. */
function isWildcard(text: string): boolean {
  const { hostname = '' } = URL.parse(`http://${isIPv6(text) ? `[${text}]` : text}/`) ?? {}
  return ['0.0.0.0', '[::]', '[::ffff:0:0]'].includes(hostname)
}

const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap(faces => faces ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)

const ownInWords = () => ownAddresses().join(' or ') || '192.168.1.20'

/** @param isTerminal has colours of its own, which a camera needs not to depend on */
export function networkLines(
  { link, signsIn }: { link: string; signsIn: string },
  isTerminal = process.stdout.isTTY === true,
): string[] {
  const { host, hostname } = new URL(link)
  if (isLoopback(hostname)) return []
  const code = encodeQR(link, 'ascii', { ecc: 'low', border: 2 }).trimEnd().split('\n')
  return [
    '',
    ...(isTerminal ? code.map(line => `${WHITE_ON_BLACK}${line}${RESET}`) : code),
    '',
    `Warning: everybody in the network can reach ${host}, and the connection is not encrypted.`,
    `Anyone who has this code, or listens in this network, is ${signsIn} and sees what the web-app shows. Use sample data only.`,
    '',
    'Scan the code with a phone in the same network.',
  ]
}

const WHITE_ON_BLACK = '\u001b[97;40m'
const RESET = '\u001b[0m'
