import { generate } from 'selfsigned'

/** For a server on this machine: browsers speak HTTP/2 over TLS only. */
export async function certificate() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  return { key, cert }
}
