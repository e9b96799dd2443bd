/** The adapters as they are packed, in the frameworks that the repository does not depend on. */
import { describe, expect, it } from 'vitest'
import { entranceOf } from '../../extension/testing.ts'
import { keepsItsPromises } from '../extension/adapter-promises.ts'
import { onSocket } from '../extension/mount-parts.ts'
import { phone } from '../extension/phone.ts'
import { extension, first, second } from '../extension/two-users.ts'
import { forNitro, H3v2, h3, MOUNTS, toNodeHandler } from './framework-mounts.ts'

for (const [name, mount] of Object.entries(MOUNTS)) keepsItsPromises(name, mount)

const { visits } = forNitro(extension)

/** Who is the visitor of a request inside the server with these cookies. */
async function visitorOf(cookie: string | null | undefined) {
  const admission = await extension.admit({
    method: 'GET',
    header: name => (name === 'cookie' ? cookie : undefined),
  })
  return admission.kind === 'visit' ? admission.visit.user.userId : admission.kind
}

const nuxt = h3.createApp()
// What stands before it may have looked at all headers, which h3 then keeps.
nuxt.use(h3.defineEventHandler(({ headers }) => void headers.has('accept')))
nuxt.use(h3.defineEventHandler(visits))
nuxt.use(
  h3.defineEventHandler(async event => [
    await visitorOf(event.node.req.headers.cookie),
    await visitorOf(event.headers.get('cookie')),
    await visitorOf(h3.toWebRequest(event).headers.get('cookie')),
  ]),
)

const nitro = new H3v2({ silent: true })
nitro.use(({ req }) => void req.headers.has('accept'))
nitro.use(visits)
nitro.all('/**', async ({ req, runtime }) => [
  await visitorOf(runtime?.node?.req.headers.cookie),
  await visitorOf(req.headers.get('cookie')),
])

/** Which visit the code of a Nuxt or Nitro app passes on with the cookies of its request. */
describe.each([
  ['h3 1', h3.toNodeListener(nuxt), 3],
  ['h3 2', toNodeHandler(nitro), 2],
] as const)('%s', (_, listener, places) => {
  const everywhere = (visitor: number | string) => Array(places).fill(visitor)

  it('passes on the new visit on the request of the entrance, and no earlier one', async () => {
    await using app = await onSocket(listener)
    const shared = phone(app.origin)
    for (const user of [first, second]) {
      const { headers } = entranceOf({ user })
      expect((await shared.open('/', { headers })).json()).toEqual(everywhere(user.userId))
      expect((await shared.open('/')).json()).toEqual(everywhere(user.userId))
    }
  })

  it('passes on no visit of a write from a page of another origin', async () => {
    await using app = await onSocket(listener)
    const hers = phone(app.origin)
    await hers.open('/', entranceOf({ user: first }))
    const writes = async (site: string) =>
      (await hers.open('/', { method: 'POST', headers: { 'sec-fetch-site': site } })).json()
    expect(await writes('same-origin')).toEqual(everywhere(first.userId))
    expect(await writes('same-site')).toEqual(everywhere('none'))
  })
})
