/** Copies a store as a process of its own that dies with this share of a step done. */
import { flushCompileCache } from 'node:module'
import { migrateStore } from '../../../sync-agent/operations/copy-store.ts'

// Otherwise kept at a clean end only.
flushCompileCache()
const [from = '', to = '', step = '', share = ''] = process.argv.slice(2)
await migrateStore(
  {
    ...{ from, to, leaseMs: 100 },
    onProgress(progress) {
      if (progress.step === step && progress.done >= Number(share) * progress.total)
        process.kill(process.pid, 'SIGKILL')
    },
  },
  new AbortController().signal,
)
