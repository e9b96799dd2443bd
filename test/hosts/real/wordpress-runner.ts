/** The followers of a store as a process of its own, which works until it is killed, or until nothing is left to do. */
import { pino } from 'pino'
import { systemClock } from '../../../shared/clock.ts'
import { wordPressFollowers } from '../../../sync-agent/destinations/wordpress/follower.ts'
import { Runner } from '../../../sync-agent/log/runner.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'

const [, , db = '', serviceUrl = ''] = process.argv
const store = await openStore(db)
const token = await takeLease(store, `runner ${process.pid}`, await readLease(store.reading))
const runner = new Runner({
  ...{ store, clock: systemClock, random: () => 0 },
  followers: () => wordPressFollowers({ store, zone: 'Asia/Hong_Kong', serviceUrl, clock: systemClock }),
  lease: { token: () => token, signal: () => new AbortController().signal, noteLoss: () => process.exit(1) },
  watch: { look: () => undefined, moved: () => new Promise(() => undefined) },
  logger: pino({ level: 'silent' }),
})
console.log('works')
runner.begin()
