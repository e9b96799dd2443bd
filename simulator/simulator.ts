/** The app simulator: phones with a user each, on which More can be tapped. Nothing of it is kept over a restart. */
import type { SimulatorContext } from './context.ts'
import type { Exchange } from './exchanges.ts'
import { type Phone, type PhoneExtras, SimulatedPhone } from './phone.ts'
import { acceptSetup } from './setup.ts'
import type { SimulatorUsers } from './users.ts'

export interface Simulator {
  users: SimulatorUsers
  /** The one used last comes last. */
  phones(): Phone[]
  get(phoneId: number): Phone | undefined
  /** @throws {DraftError} an invalid setup */
  add(setup: unknown, extras?: PhoneExtras): Promise<Phone>
  /** @throws {DraftError} an invalid setup */
  change(phoneId: number, setup: unknown): Phone | undefined
  /** A link for the console's frame that works once. Another installation has cookies and storage of its own. */
  tapMore(phoneId: number, hostname?: string): string | undefined
  /** A link that opens the web-app itself, in any browser on this machine, as often as it is opened. */
  directLink(phoneId: number): string | undefined
  /** As if the app were deleted from the phone and installed again. */
  reinstall(phoneId: number): Promise<boolean>
  exchanges(phoneId: number, after?: number): Exchange[] | undefined
  /** Ends the phone's session and frees its port. */
  remove(phoneId: number): Promise<boolean>
  close(): Promise<void>
}

/** Each takes a port; the one longest unused is removed for another. */
const MAX_PHONES = 8

export function createSimulator(context: SimulatorContext): Simulator {
  const { users, addresses, changes } = context
  const phones = new Map<number, SimulatedPhone>()
  let lastId = 0
  let isClosed = false

  const changed = () => changes.changed('simulator')
  const servicePort = () => Number(new URL(addresses.own().base).port)
  const ownPorts = () => [servicePort(), ...[...phones.values()].map(({ port }) => port)]

  const remove = async (phoneId: number): Promise<boolean> => {
    const phone = phones.get(phoneId)
    if (!phone) return false
    phones.delete(phoneId)
    await phone.close()
    changed()
    return true
  }

  return {
    users,
    phones: () => [...phones.values()].map(phone => phone.shown()),
    get: phoneId => phones.get(phoneId)?.shown(),
    async add(draft, extras = {}) {
      const setup = acceptSetup(draft, users)
      lastId += 1
      const phoneId = lastId
      const phone = await SimulatedPhone.open({ context, phoneId, setup, extras, ownPorts })
      if (isClosed) {
        await phone.close()
        throw new Error('the simulator is closed')
      }
      phones.set(phoneId, phone)
      for (const eldest of [...phones.keys()].slice(0, -MAX_PHONES)) await remove(eldest)
      changed()
      return phone.shown()
    },
    change(phoneId, draft) {
      const phone = phones.get(phoneId)
      if (!phone) return undefined
      phone.change(acceptSetup(draft, users))
      changed()
      return phone.shown()
    },
    tapMore(phoneId, hostname) {
      const phone = phones.get(phoneId)
      if (!phone) return undefined
      // Back at the end: it is the one used last.
      phones.delete(phoneId)
      phones.set(phoneId, phone)
      return phone.link('framed', hostname)
    },
    directLink: phoneId => phones.get(phoneId)?.link('direct'),
    async reinstall(phoneId) {
      const phone = phones.get(phoneId)
      if (!phone) return false
      await phone.reinstall()
      changed()
      return true
    },
    exchanges: (phoneId, after) => phones.get(phoneId)?.exchanges(after),
    remove,
    async close() {
      isClosed = true
      for (const phoneId of [...phones.keys()]) await remove(phoneId)
    },
  }
}
