/**
 * Followers in their own process: `followers.ts AGENT COUNT`. They begin with the next change. A line on standard input is
 * answered with what they have received.
 */
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'

const [agent, count] = process.argv.slice(2)

/** Seqs of the changes, in the order received. */
const followers = await Promise.all(Array.from({ length: Number(count) }, follower))

async function follower(): Promise<number[]> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${agent}/v1/changes/stream`, { agent: false }, resolve).on('error', reject)
  })
  if (response.statusCode !== 200) throw new Error(`a follower was answered with ${response.statusCode}`)
  const seqs: number[] = []
  let start = ''
  response.setEncoding('latin1').on('data', (part: string) => {
    const lines = `${start}${part}`.split('\n')
    start = lines.pop() ?? ''
    for (const line of lines) {
      const seq = /^data: \{"seq":(\d+)/.exec(line)?.[1]
      if (seq) seqs.push(Number(seq))
    }
  })
  response.on('close', () => {
    throw new Error('a follower was disconnected')
  })
  return seqs
}

console.log('following')
createInterface(process.stdin).on('line', () => {
  const last = Math.min(...followers.map(seqs => seqs.at(-1) ?? 0))
  // All up to the change that every one of them has.
  const all = new Set(followers.flat().filter(seq => seq <= last))
  const first = Math.max(...followers.map(seqs => seqs[0] ?? Number.POSITIVE_INFINITY))
  const due = [...all].filter(seq => seq >= first).length
  const sum = (of: (seqs: number[]) => number) => followers.reduce((all, seqs) => all + of(seqs), 0)
  const received = sum(seqs => seqs.length)
  const missed = sum(seqs => Math.max(0, due - new Set(seqs.filter(seq => seq >= first && seq <= last)).size))
  const wrongOrder = sum(
    seqs => seqs.filter((seq, index) => index > 0 && seq <= (seqs[index - 1] ?? 0)).length,
  )
  console.log(JSON.stringify({ received, missed, wrongOrder }))
})
