/** Announces changes to open consoles and to plugins. */

/** One word for all that a part of the service changes, as in `popups`. */
export type Topic = string

/** Everything was replaced. */
export const EVERYTHING = 'everything'

export interface Changes {
  /** Told once for all changes of one tick of the event loop, and so when the transaction has ended. */
  changed(topic: Topic): void
  /** @returns ends it */
  watch(tell: (topic: Topic) => void): () => void
}

/** Pages that also show a change of this topic: a person's sessions, attendance and groups are deleted with the person. */
const SHOWN_IN: Readonly<Record<Topic, readonly Topic[]>> = {
  people: ['structures', 'sessions', 'attendance'],
}

export function createChanges(): Changes {
  const watchers = new Set<(topic: Topic) => void>()
  const topics = new Set<Topic>()
  const tellAll = () => {
    const told = [...topics]
    topics.clear()
    for (const topic of told) for (const tell of watchers) tell(topic)
  }
  return {
    changed(topic) {
      if (topics.size === 0) queueMicrotask(tellAll)
      for (const each of [topic, ...(SHOWN_IN[topic] ?? [])]) topics.add(each)
    },
    watch(tell) {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
  }
}
