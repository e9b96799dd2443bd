/** A phone of the simulator for real ones in the same network: its address as a QR code, and what that opens to whom. */
import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { InvalidArgumentError, Option } from 'commander'
import encodeQR from 'qr'
import { isLoopback } from '../../shared/server/listen.ts'

export const phoneHostOption = (what: string): Option =>
  new Option(
    '--host <address>',
    `address of this machine at which real phones in the same network open ${what}; prints a QR code`,
  ).argParser(phoneHost)

/** One address, without a zone: it stands in the link. */
export function phoneHost(text: string): string {
  const isOne = text !== '' && !/[/%]|^[^:]*:\d*$|^\[/.test(text) && !isWildcard(text)
  if (isOne && (isIP(text) === 0 || isLoopback(text) || isOwn(text))) return text
  throw new InvalidArgumentError(
    `It must be one address of this machine, without http:// and port, as in ${ownInWords()}.`,
  )
}

const faces = () => Object.values(networkInterfaces()).flatMap(all => all ?? [])

/** Names are looked up only when they are listened on. */
function isOwn(address: string): boolean {
  const own = new BlockList()
  for (const face of faces()) own.addAddress(face.address, face.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** In each of its spellings: they listen everywhere, so also `0.0`. */
function isWildcard(text: string): boolean {
  const { hostname = '' } = URL.parse(`http://${isIPv6(text) ? `[${text}]` : text}/`) ?? {}
  return ['0.0.0.0', '[::]', '[::ffff:0:0]'].includes(hostname)
}

function ownInWords(): string {
  const outside = faces().filter(({ family, internal }) => family === 'IPv4' && !internal)
  return outside.map(({ address }) => address).join(' or ') || '192.168.1.20'
}

/**
 * @param chosen the address chosen for phones
 * @param isTerminal has colours of its own, which a camera needs not to depend on
 */
export function networkLines(
  { link, signsIn }: { link: string; signsIn: string },
  chosen: string | undefined,
  isTerminal = process.stdout.isTTY === true,
): string[] {
  const { host, hostname } = new URL(link)
  if (isLoopback(hostname))
    return chosen === undefined
      ? []
      : [
          `Phones cannot reach ${chosen}: for them, give --host an address of this machine, as in ${ownInWords()}.`,
        ]
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
