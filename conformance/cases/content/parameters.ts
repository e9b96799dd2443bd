/** How a query may be written: order, repetition, capitals and encoding. The interface only names the parameters. */
import { type Case, observed, type SilentCase } from '../../case.ts'
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
    look: async visit => observed(accepted(call, await call.ask(visit, {}, { query: write(visit) }))),
  })
  return [
    written(
      'extra-parameter',
      'How an unknown parameter is treated',
      visit => `${call.query(visit)}&schoolbell=1`,
      'They send no other parameters; for a cache it would be a different URL.',
    ),
    written(
      'repeated-parameter',
      'How a repeated parameter is treated',
      visit => `${call.query(visit)}&siteId=pre-school`,
      'They send each parameter once.',
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
      'Whether %61 means the letter a, as in other URLs',
      visit => call.query(visit).replace('academy', '%61cademy'),
      'They encode only where needed.',
    ),
    written(
      'blank-around',
      'Whether blanks around a value, written as plus signs, are ignored',
      visit => call.query(visit).replace('academy', '+academy+'),
      'They send no blanks.',
    ),
  ]
}
