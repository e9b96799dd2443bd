/** The mirror of an agent, by its options, and what an operator asks of it. */

import type { MediaSettings } from '../../options/media.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { mediaFolder } from './folder.ts'
import { createMirror, type Mirror, type MirrorParts } from './mirror.ts'

/** @returns undefined when no folder was named */
export function mirrorOf(
  settings: MediaSettings | undefined,
  parts: Omit<MirrorParts, 'folder' | 'guarded' | 'settings'>,
): Mirror | undefined {
  if (!settings) return undefined
  const { hosts, privateHosts } = settings
  return createMirror({
    ...parts,
    settings,
    folder: mediaFolder(settings.dir),
    guarded: createGuardedFetch({ hosts, privateHosts }),
  })
}
