/** An address of this machine that is not 127.0.0.1: of its network, where it is in one. */
import { networkInterfaces } from 'node:os'

export const OWN_ADDRESS =
  Object.values(networkInterfaces())
    .flatMap(faces => faces ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2'
