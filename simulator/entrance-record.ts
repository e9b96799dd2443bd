/** An entrance as the request log keeps it, beside the calls that the service itself answered. */
import type { Exchange, RecordedHeader } from './exchanges.ts'

export interface EntranceCall {
  endpoint: 'entrance'
  method: string
  url: string
  /** Names and values in turn, of secrets their length. */
  requestHeaders: string[]
  /** Null when nothing answered. */
  status: number | null
  head: string[]
  body: null
  ms: number
}

export function entranceCall({ method, path, sent, status, received, ms }: Exchange): EntranceCall {
  return {
    endpoint: 'entrance',
    method,
    url: path,
    requestHeaders: sent.flatMap(inTurn),
    status: status ?? null,
    head: received.flatMap(inTurn),
    body: null,
    ms: ms ?? 0,
  }
}

function inTurn(header: RecordedHeader): [name: string, value: string] {
  return [header.name, 'value' in header ? header.value : `set, ${header.hidden} characters`]
}
