/**
 * A service in its own process: `service.ts EDITS-A-SECOND`. It answers first with all entries. From then on one after the
 * other is edited, and it answers with as many as are edited in ten minutes, the window that an agent asks for. `/edited`
 * tells how many edits there were.
 */
import { createServer } from 'node:http'
import { listening } from '../http/listening.ts'
import { newsAnswer, newsEntry } from '../news.ts'

export const STORED = 5_000
const WINDOW_SECONDS = 600

if (import.meta.main) serve(Number(process.argv[2]))

function serve(editsASecond: number): void {
  const entries = Array.from({ length: STORED }, (_, index) => JSON.stringify(newsEntry(index, 6_000)))
  const window = Math.min(STORED, WINDOW_SECONDS * editsASecond)
  let edited = 0
  let editing: NodeJS.Timeout | undefined
  const inWindow = () =>
    Array.from({ length: window }, (_, index) => entries[(edited + STORED - window + index) % STORED])
  const server = createServer(({ url }, response) => {
    if (url === '/edited') return void response.end(`${edited}`)
    if (!url?.includes('/news/check')) return void response.writeHead(404).end()
    const listed = editing ? inWindow() : entries
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(newsAnswer(listed))
    editing ??= setInterval(edit, 1_000 / editsASecond)
  })
  const edit = () => {
    const place = edited % STORED
    entries[place] = JSON.stringify({ ...newsEntry(place, 6_000), newsTitle: `Edit ${edited}` })
    edited += 1
  }
  listening(server, '/cms')
}
