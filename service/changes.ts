/** Announces changes to open consoles and to plugins. */
import { PEOPLE } from './school/directory.ts'

/** One word for all that a part of the service changes, as in `popups`. */
export type Topic = string

/** Everything was replaced. */
export const EVERYTHING = 'everything'

export interface Changes {
  changed(topic: Topic): void
  /** @returns ends it */
  watch(tell: (topic: Topic) => void): () => void
}

/** Pages that also show a change of this topic: a person's sessions, attendance and groups are deleted with the person. */
const SHOWN_IN: Readonly<Record<Topic, readonly Topic[]>> = {
  [PEOPLE]: ['structures', 'sessions', 'attendance'],
}

export function createChanges(): Changes {
  const watchers = new Set<(topic: Topic) => void>()
  return {
    changed(topic) {
      for (const each of [topic, ...(SHOWN_IN[topic] ?? [])]) for (const tell of watchers) tell(each)
    },
    watch(tell) {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
  }
}
