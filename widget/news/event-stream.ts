/**
 * One connection to a stream of changes, until it ends. `live.ts` connects again, after a pause.
 *
 * Not an `EventSource`: that one reconnects by itself every two seconds, and keeps an endless event in memory.
 */

/** After more changes than this it is quicker to load the news again. */
const MOST = 200
/** Characters of one change. */
const LONGEST = 2 * 1024 * 1024

/** Ends without an error: when the connection ends or fails, when too much has come, or when the signal is aborted. */
export async function followStream(
  url: string,
  hear: (change: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const call = new AbortController()
  const end = () => call.abort()
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    const { ok, headers, body } = await fetch(url, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'text/event-stream' },
      signal: call.signal,
    })
    if (!ok || !body || !headers.get('content-type')?.startsWith('text/event-stream')) return
    const reader = body.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (let heard = 0; text.length < LONGEST; ) {
      const { value } = await reader.read()
      if (!value) return
      const events = (text + decoder.decode(value, { stream: true })).split(/\r\n\r\n|\n\n|\r\r/)
      text = events.pop() ?? ''
      for (const event of events) {
        const lines = [...event.matchAll(/^data:(.*)$/gm)].map(([, line]) => line)
        if (!lines.length) continue
        if (++heard > MOST) return
        hear(JSON.parse(lines.join('\n')))
      }
    }
  } catch {
    // Whatever the reason, `live.ts` connects again.
  } finally {
    end()
    signal.removeEventListener('abort', end)
  }
}
