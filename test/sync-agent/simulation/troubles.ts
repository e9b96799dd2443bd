/** What goes wrong by itself: single calls fail, and now and then the service or the store's disk is away for a while. */
import type { Copy } from './copy.ts'
import type { Chance } from './random.ts'
import type { Mishap } from './virtual-service.ts'

export interface Troubles {
  /** What goes wrong with the call made now. */
  mishap(): Mishap | undefined
  /** Looked at before each cycle: a spell of trouble begins or ends. */
  comeAndGo(nowMs: number): Promise<void>
  /** From now on all is well. */
  end(): Promise<void>
}

const KINDS: Mishap[] = ['refused', 'cut', 'HTTP 500', 'D20000']
const LONGEST_MS = 45 * 60_000

export function troubles(copy: Copy, chance: Chance): Troubles {
  let spell: { kind: Mishap | 'strike'; untilMs: number } | undefined
  let over = false
  const endSpell = async () => {
    if (spell?.kind === 'strike') await copy.strike(false)
    spell = undefined
  }
  const anyKind = () => KINDS[chance.below(KINDS.length)] ?? 'refused'
  return {
    mishap() {
      if (over) return undefined
      if (spell && spell.kind !== 'strike') return spell.kind
      return chance.happens(0.03) ? anyKind() : undefined
    },
    async comeAndGo(nowMs) {
      if (spell && nowMs >= spell.untilMs) await endSpell()
      if (spell || !chance.happens(0.03)) return
      const kind = chance.happens(0.3) ? 'strike' : anyKind()
      spell = { kind, untilMs: nowMs + chance.below(LONGEST_MS) }
      if (kind === 'strike') await copy.strike(true)
    },
    async end() {
      await endSpell()
      over = true
    },
  }
}
