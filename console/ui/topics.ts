/**
 * What others change while one looks: one stream of events for the whole console.
 *
 * Open only while the page is seen, because a browser has six connections to a host for all its tabs together. When
 * the page is shown again, every topic counts as changed.
 */
import { API_BASE } from './api.ts'

type Tell = () => void

export interface Topics {
  /** @returns ends it */
  watch(topic: string, tell: Tell): () => void
  start(): void
  stop(): void
}

/** @param ended the stream is refused from now on: nobody is signed in any more, or too many look */
export function createTopics(ended: () => void): Topics {
  const watching = new Map<string, Set<Tell>>()
  let stream: EventSource | undefined
  let isWanted = false
  let wasOpen = false

  const tellAll = () => {
    for (const tells of watching.values()) for (const tell of tells) tell()
  }
  const open = () => {
    if (stream || !isWanted || document.visibilityState === 'hidden') return
    stream = new EventSource(`${API_BASE}/events`)
    stream.onopen = () => {
      if (wasOpen) tellAll()
      wasOpen = true
    }
    stream.onerror = () => {
      // Whatever else goes wrong, the browser asks again by itself.
      if (stream?.readyState !== EventSource.CLOSED) return
      stream = undefined
      ended()
    }
    stream.onmessage = ({ data }) => {
      const topic = topicIn(data)
      // The whole state was replaced.
      if (topic === 'everything') tellAll()
      for (const tell of watching.get(topic) ?? []) tell()
    }
  }
  const close = () => {
    stream?.close()
    stream = undefined
  }
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? close() : open(),
  )
  return {
    watch(topic, tell) {
      const tells = watching.get(topic) ?? new Set()
      watching.set(topic, tells.add(tell))
      return () => tells.delete(tell)
    },
    start() {
      isWanted = true
      open()
    },
    stop() {
      isWanted = false
      close()
    },
  }
}

function topicIn(data: string): string {
  try {
    return String(JSON.parse(data).topic)
  } catch {
    return ''
  }
}
