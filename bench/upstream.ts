/** A service in its own process that answers every call with the same news: `node bench/upstream.ts BYTES`. */
import { createServer } from 'node:http'
import { listening } from './http/listening.ts'
import { newsAnswer, newsEntry } from './news.ts'

const bytes = Number(process.argv[2])
const parts: string[] = []
for (let index = 0, length = 0; length < bytes; index += 1) {
  const part = JSON.stringify(newsEntry(index))
  parts.push(part)
  length += part.length + 1
}
const body = Buffer.from(newsAnswer(parts))
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
listening(server, '/cms')
