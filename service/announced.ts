/**
 * Handles whose changes notify the open consoles, as changes through the console's API do.
 *
 * Changes with an undo notify them already (records/undo.ts), and so do faults.
 */
import type { ServiceHandles } from './handles.ts'
import type { State } from './state/state.ts'

type Handles = ServiceHandles & { state: State }

/** @param changed called with a topic after each change; not when a call returns false or throws, which changed nothing */
export function announced(handles: Handles, changed: (topic: string) => void): Handles {
  const { app, state } = handles
  const telling = <Part extends object>(topic: string, part: Part, ...names: (keyof Part)[]): Part =>
    withCalls(part, names, () => changed(topic))
  return {
    ...handles,
    popups: telling('popups', handles.popups, 'put', 'change', 'send', 'withdraw', 'remove', 'restore'),
    news: telling('news', handles.news, 'put', 'remove', 'restore'),
    media: telling('media', handles.media, 'add', 'remove', 'restore'),
    attendance: telling('attendance', handles.attendance, 'put'),
    sessions: telling('sessions', handles.sessions, 'issue', 'end'),
    accessKeys: telling('access-keys', handles.accessKeys, 'create', 'revoke'),
    clock: telling('lab', handles.clock, 'set', 'move', 'freeze', 'run', 'skewHeader', 'reset', 'restore'),
    requests: telling('requests', handles.requests, 'clear', 'restore'),
    state: { ...state, snapshots: telling('state', state.snapshots, 'take', 'delete', 'restore') },
    app: {
      get id() {
        return app.id
      },
      get settings() {
        return app.settings
      },
      set settings(settings) {
        app.settings = settings
        changed('app-settings')
      },
    },
  }
}

/** A part, some methods of which notify when they are done. */
function withCalls<Part extends object>(part: Part, names: readonly (keyof Part)[], tell: () => void): Part {
  // With its accessors: a spread would read their values once.
  const told = Object.defineProperties({}, Object.getOwnPropertyDescriptors(part)) as Part
  for (const name of names) {
    const call = part[name] as (...given: unknown[]) => unknown
    const calling = (...given: unknown[]) => {
      const done = call(...given)
      if (done instanceof Promise)
        return done.then(result => {
          tell()
          return result
        })
      if (done !== false) tell()
      return done
    }
    told[name] = calling as Part[keyof Part]
  }
  return told
}
