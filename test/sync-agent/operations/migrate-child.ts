/** Copies a store as a process of its own that dies with this share of a step done. */
const [library = '', from = '', to = '', step = '', share = ''] = process.argv.slice(2)
const { migrateStore }: typeof import('../../../sync-agent/index.ts') = await import(library)
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
