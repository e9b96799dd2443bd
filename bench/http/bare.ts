/** A bare node:http server in its own process with one response, given as JSON in its first argument. */
import { createServer } from 'node:http'
import { listening } from './listening.ts'

const { status, headers, body } = JSON.parse(process.argv[2] ?? '')
const bytes = Buffer.from(body, 'base64')
listening(
  createServer((_request, response) => {
    response.writeHead(status, headers)
    response.end(bytes)
  }),
)
