/** Which IP addresses are public: not private networks, and not special purposes. */
import { BlockList, isIPv4 } from 'node:net'

/** Special-purpose ranges (IANA's registry for IPv4). */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8], // unspecified, this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by a carrier's customers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local; the clouds' metadata services
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const

/** IPv6 ranges that can be public: global unicast, and the two that contain an IPv4 address: mapped and NAT64. */
const PERHAPS_PUBLIC_V6 = [
  ['2000::', 3],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
] as const

/** Exceptions within global unicast. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23], // protocol assignments, Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: carries an IPv4 address
  ['3fff::', 20], // documentation
] as const

const perhaps = new BlockList()
const refused = new BlockList()
for (const [network, prefix] of PERHAPS_PUBLIC_V6) perhaps.addSubnet(network, prefix, 'ipv6')
for (const [network, prefix] of NOT_PUBLIC_V6) refused.addSubnet(network, prefix, 'ipv6')
for (const [network, prefix] of NOT_PUBLIC_V4) {
  refused.addSubnet(network, prefix, 'ipv4')
  refused.addSubnet(`::ffff:${network}`, 96 + prefix, 'ipv6')
  refused.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
}

/** @param address an IPv4 or IPv6 address without brackets */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4')
  // Only link-local addresses have a zone.
  return !address.includes('%') && perhaps.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
