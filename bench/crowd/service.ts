/**
 * A service in its own process with 5,000 entries, of which it edits one a turn, each another: `service.ts EDITS-A-SECOND`.
 * As long as it runs, every answer after the first lists all edited entries, as the window of a real one does.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newsEntry } from '../news.ts'

const STORED = 5_000
const entries = Array.from({ length: STORED }, (_, index) => JSON.stringify(newsEntry(index, 6_000)))
let edited = 0
let answers = 0
const server = createServer((_request, response) => {
  const listed = answers === 0 ? entries : entries.slice(0, Math.min(edited, STORED))
  answers += 1
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    `{"txID":"bench","code":"D00000","message":"ok","content":{"newsList":[${listed.join()}],"delNewsIds":[]}}`,
  )
})
setInterval(() => {
  const entry = newsEntry(edited % STORED, 6_000)
  entries[edited % STORED] = JSON.stringify({ ...entry, newsTitle: `Edit ${edited}` })
  edited += 1
}, 1_000 / Number(process.argv[2]))
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/cms`)
})
