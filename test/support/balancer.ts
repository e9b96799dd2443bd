/** A load balancer as a school has one: each request goes to the next agent, and to another one where that does not answer. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer extends AsyncDisposable {
  /** As in `http://127.0.0.1:40123`. */
  url: string
  /** Agents that get requests, by name. */
  put(name: string, address: string): void
  /** It has ended, and its port may be another program's. */
  drop(name: string): void
  /** Requests that an agent has answered, by its name. */
  answered: Map<string, number>
}

/** An agent that says nothing for so long is passed over. On a busy machine all may be: each gets another turn. */
const PATIENCE_MS = 1_500

export async function startBalancer(): Promise<Balancer> {
  const agents = new Map<string, string>()
  const answered = new Map<string, number>()
  let turn = 0
  const server = createServer(async (request, response) => {
    turn += 1
    for (let next = turn; agents.size > 0 && !response.destroyed; next += 1) {
      const [name = '', address = ''] = [...agents][next % agents.size] ?? []
      const answer = await answerOf(request, address)
      if (!answer) continue
      answered.set(name, (answered.get(name) ?? 0) + 1)
      pass(answer, response)
      return
    }
    response.writeHead(502).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (name, address) => void agents.set(name, address),
    drop: name => void agents.delete(name),
    answered,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** @returns undefined where there is none, or none in time */
async function answerOf({ url = '', headers }: IncomingMessage, address: string) {
  const question = requestHttp(new URL(url, address), { headers, agent: false })
  const tooLate = setTimeout(() => question.destroy(), PATIENCE_MS + waitOf(url))
  question.end()
  try {
    const [answer] = (await once(question, 'response')) as [IncomingMessage]
    return answer
  } catch {
    return undefined
  } finally {
    clearTimeout(tooLate)
  }
}

/** A long-poll is silent for as long as it was told to be. */
const waitOf = (url: string) =>
  1_000 * Number(new URL(url, 'http://balancer.invalid').searchParams.get('wait'))

function pass(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  // Ends the visitor's connection where the agent's ends in the middle, and the agent's with the visitor's.
  answer.pipe(response)
  answer.on('error', () => response.destroy())
  response.on('close', () => answer.destroy())
}
