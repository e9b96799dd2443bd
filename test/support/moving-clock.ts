/**
 * Preloaded into a process with `--import`: its clock is ahead by the first of the hours in CLOCK_HOURS. Each SIGUSR2 moves
 * it on to the next of them.
 */
const [first = 0, ...later] = (process.env.CLOCK_HOURS ?? '').split(',').map(Number)
let hours = first
process.on('SIGUSR2', () => {
  hours = later.shift() ?? hours
})

const Real = Date
const now = () => Real.now() + hours * 3_600_000
globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) =>
    args.length === 0 ? new target(now()) : Reflect.construct(target, args, newTarget),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
})
