/** A guardian on a thread of its own, with its own connection to the same file: signs when all others do. */
import { parentPort, workerData } from 'node:worker_threads'
import { openSignUps } from '../../../demo/trip/sign-ups.ts'
import { systemClock } from '../../../shared/clock.ts'

export interface LastPlaceRace {
  path: string
  /** Counts those that are ready; all start when it reaches their number. */
  ready: SharedArrayBuffer
  racers: number
  places: number
  studentRef: string
}

const { path, ready, racers, places, studentRef }: LastPlaceRace = workerData
const signUps = openSignUps(path, systemClock)
const flag = new Int32Array(ready)
Atomics.add(flag, 0, 1)
Atomics.notify(flag, 0)
for (let seen = Atomics.load(flag, 0); seen < racers; seen = Atomics.load(flag, 0))
  Atomics.wait(flag, 0, seen)
const slip = { tripId: 'tern-island', studentRef, guardianRef: 'GDN-2001', signedBy: '', note: '' }
const isSigned = signUps.sign(slip, places)
signUps.close()
parentPort?.postMessage(isSigned)
