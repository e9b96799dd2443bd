/** Addresses of media, as readers get them: absolute, whatever the service is called from outside. */
import type { MediaRepository } from './media.ts'

export interface MediaLinks {
  /** Of a path below the media folder. */
  url(path: string): string
  /** Of a user without a picture of their own. */
  neutralAvatar(): string
  /** A body with every `media:NAME` in an attribute replaced by that file's address; unknown names stay. */
  inHtml(html: string): string
}

/** `media:NAME` as an attribute's value; in running text it stays what it is. */
const REFERENCE = /(=\s*["']?)media:([^\s"'<>]+)/g

export const NEUTRAL_AVATAR_PATH = '/media/avatar.svg'

/** Names of all media that a body refers to. */
export function referencesIn(html: string): string[] {
  return [...html.matchAll(REFERENCE)].map(([, , name = '']) => name)
}

/** @param origin asked at each use: the address is known only once the service listens */
export function mediaLinks(shelf: MediaRepository, origin: () => string): MediaLinks {
  const url = (path: string) => `${origin()}/media/${path.split('/').map(encodeURIComponent).join('/')}`
  return {
    url,
    neutralAvatar: () => `${origin()}${NEUTRAL_AVATAR_PATH}`,
    inHtml: html =>
      html.replace(REFERENCE, (whole, before: string, name: string) => {
        const media = shelf.get(name)
        return media ? `${before}${url(media.path)}` : whole
      }),
  }
}
