/**
 * The handles again, through which a change tells the open consoles, as a change through the console's API does.
 *
 * What the office keeps with an undo tells by itself (records/undo.ts), and so do faults.
 */
import type { ServiceHandles } from './handles.ts'
import type { State } from './state/state.ts'

type Handles = ServiceHandles & { state: State }

/** @param changed told a topic after each change; not when a call says false or throws, which changed nothing */
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

/** A part, some calls of which tell once they are done. */
function withCalls<Part extends object>(part: Part, names: readonly (keyof Part)[], tell: () => void): Part {
  // With its accessors as they are: a spread would read them once and for all.
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
