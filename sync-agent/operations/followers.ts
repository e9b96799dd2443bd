/** Operators' access to the followers of a store; an agent may be running. */

import type { Clock } from '../../shared/clock.ts'
import { type AsideReport, asideReport, type FollowerStatus, whyStopped } from '../log/reports.ts'
import { FOLDER, folderStatusReader } from '../outlets/files/folder-status.ts'
import { lastSeq } from '../store/change-marks.ts'
import { followerOf, listDestinations } from '../store/destinations.ts'
import {
  asideIds,
  listAside,
  listFollowers,
  readFollower,
  retryAside,
  rewindFollower,
  skipAside,
} from '../store/followers.ts'
import { openStore } from '../store/open.ts'
import { readFollowers } from './status.ts'

/** All but `list` throw a {FolderFollowerError} for the published folder. */
export interface FollowerAdmin extends AsyncDisposable {
  /** By name. */
  list(): Promise<FollowerStatus[]>
  /** What its target has refused, newest first. @throws {UnknownFollowerError} */
  aside(name: string, limit: number): Promise<AsideReport[]>
  /**
   * Makes these due now, or all of them, and ends the follower's pause.
   *
   * @returns how many
   * @throws {UnknownFollowerError}
   * @throws {StoppedFollowerError} its destination is paused, or gone
   */
  retry(name: string, ids?: readonly number[]): Promise<number>
  /** Removes these, or all of them: the target gets the entries when they change. @returns how many @throws {UnknownFollowerError} */
  skip(name: string, ids?: readonly number[]): Promise<number>
  /**
   * Hands over again all changes after this one.
   *
   * @param to undefined: from the beginning, each entry by itself
   * @throws {UnknownFollowerError}
   * @throws {RangeError} the store has no such change yet
   */
  rewind(name: string, to: number | undefined): Promise<void>
}

/** There is no such follower, or nothing of it is put aside under this number. */
export class UnknownFollowerError extends Error {
  override name = 'UnknownFollowerError'
  readonly code = 'FOLLOWER_UNKNOWN'
}

/** Its destination is paused by an operator, or gone. */
export class StoppedFollowerError extends Error {
  override name = 'StoppedFollowerError'
  readonly code = 'FOLLOWER_STOPPED'
}

export class FolderFollowerError extends Error {
  override name = 'FolderFollowerError'
  readonly code = 'FOLLOWER_IS_FOLDER'
}

/**
 * @param db the store
 * @param publishTo the published folder, for the list
 * @throws {StoreError}
 */
export async function openFollowerAdmin(
  db: string,
  clock: Clock,
  publishTo?: string,
): Promise<FollowerAdmin> {
  const store = await openStore(db, { mustExist: true })
  const folder = publishTo === undefined ? undefined : { status: folderStatusReader(publishTo, store) }
  const known = async (name: string) => {
    if (name === FOLDER)
      throw new FolderFollowerError(
        'the published folder keeps its own manifest; schoolbell sync publish brings it up to date',
      )
    if (await readFollower(store, name)) return
    const names = (await listFollowers(store)).map(follower => follower.name)
    throw new UnknownFollowerError(
      `there is no follower "${name}"${names.length > 0 ? `; there are ${names.join(', ')}` : ', nor any other'}`,
    )
  }
  const refuseUnknown = async (name: string, ids: readonly number[] = []) => {
    await known(name)
    const there = ids.length > 0 ? await asideIds(store, name, ids) : []
    const unknown = ids.filter(id => !there.includes(id))
    if (unknown.length > 0)
      throw new UnknownFollowerError(
        `nothing of ${name} is put aside as ${unknown.join(', ')}; see schoolbell sync followers aside ${name}`,
      )
  }
  return {
    list: () => readFollowers(store, clock, folder),
    async aside(name, limit) {
      await known(name)
      return (await listAside(store, name, limit)).map(asideReport)
    },
    async retry(name, ids) {
      await refuseUnknown(name, ids)
      const destination = (await listDestinations(store)).find(one => followerOf(one) === name)
      const reason = destination && whyStopped({ name, state: destination.state })
      if (reason !== undefined) throw new StoppedFollowerError(reason)
      return retryAside(store, name, ids)
    },
    async skip(name, ids) {
      await refuseUnknown(name, ids)
      return skipAside(store, name, ids)
    },
    async rewind(name, to) {
      await known(name)
      const last = await lastSeq(store.reading)
      if (to !== undefined && to > last)
        throw new RangeError(`the store’s last change is ${last}; ${to} is not there yet`)
      await rewindFollower(store, name, to)
    },
    [Symbol.asyncDispose]: store.close,
  }
}
