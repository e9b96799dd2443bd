import { sequence } from '@sveltejs/kit/hooks'
import { findVisit, visits } from './lib/server/visits'

export const handle = sequence(visits, ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) => html.replace('%lang%', findVisit(event)?.language ?? 'en-US'),
  }),
)
