/** How a query may be written: order, repetition, letters and signs. The interface names parameters and says no more. */
import { type Case, type SilentCase, told } from '../../case.ts'
import type { Visit } from '../../visit.ts'
import { type ContentCall, silence } from './call.ts'
import { accepted } from './refusals.ts'

export function parameterCases(call: ContentCall): Case[] {
  const written = (
    id: string,
    what: string,
    write: (visit: Visit) => string,
    clients: string,
  ): SilentCase => ({
    id: `${call.part}/${id}`,
    level: 'silent',
    rule: silence(`${call.endpoint}, query parameters`, what),
    clients,
    look: async visit => told(accepted(call, await call.ask(visit, {}, { query: write(visit) }))),
  })
  return [
    written(
      'extra-parameter',
      'What becomes of a parameter that the interface does not name',
      visit => `${call.query(visit)}&schoolbell=1`,
      'They send no other parameters; to a cache such an address is another one.',
    ),
    written(
      'repeated-parameter',
      'What a parameter means that is given twice',
      visit => `${call.query(visit)}&siteId=pre-school`,
      'They give each parameter once.',
    ),
    written(
      'parameter-order',
      'Whether the order of parameters matters',
      visit => `lang=en-US&${call.query(visit).split('&').toReversed().join('&')}`,
      'They send siteId first, then lang, lastSyncTime and newsIDs.',
    ),
    written(
      'parameter-capitals',
      'Whether capitals in the name of a parameter matter',
      visit => call.query(visit).replace('siteId', 'siteid'),
      'They write the names as the interface does.',
    ),
    written(
      'percent-encoded',
      'Whether %61 means the letter a, as in every address',
      visit => call.query(visit).replace('academy', '%61cademy'),
      'They encode only what has to be.',
    ),
    written(
      'blank-around',
      'Whether blanks around a value, written as plus signs, belong to it',
      visit => call.query(visit).replace('academy', '+academy+'),
      'They send no blanks.',
    ),
  ]
}
