/** One connection to a stream of changes, for as long as it lasts. It is never made again here: `live.ts` does that, slowly. */

/** Beyond so many changes it is quicker to read the news anew. */
const MOST = 200

/** Ends, without an error, when the connection does or cannot be made, too much came over it, or the signal says so. */
export function followStream(
  url: string,
  hear: (change: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise(resolve => {
    const stream = new EventSource(url)
    let heard = 0
    const end = () => {
      stream.close()
      signal.removeEventListener('abort', end)
      resolve()
    }
    stream.onmessage = ({ data }) => {
      if (++heard > MOST) return end()
      try {
        hear(JSON.parse(data))
      } catch {
        end()
      }
    }
    // A browser would come back every two seconds, and so would all others.
    stream.onerror = end
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
