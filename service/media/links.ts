/** Addresses of media in answers: absolute, under the service's public address. */
import type { MediaRepository } from './media.ts'
import { picturesInHtml } from './pictures-in-html.ts'
import { MEDIA_REFERENCE } from './references.ts'

export interface MediaLinks {
  /** Of a path below the media folder. */
  url(path: string): string
  /** Of a user without a picture of their own. */
  neutralAvatar(): string
  /**
   * A body with every `media:NAME` in an attribute replaced by that file's address, and pictures in the size that a page
   * shows; unknown names stay.
   */
  inHtml(html: string): string
}

export const NEUTRAL_AVATAR_PATH = '/media/avatar.svg'

/** @param origin called for each address: it is known only when the service listens */
export function mediaLinks(media: MediaRepository, origin: () => string): MediaLinks {
  const url = (path: string) => origin() + mediaAddress(path)
  return {
    url,
    neutralAvatar: () => `${origin()}${NEUTRAL_AVATAR_PATH}`,
    inHtml: html =>
      picturesInHtml(html, media.get, url).replace(MEDIA_REFERENCE, (whole, before: string, name: string) => {
        const file = media.get(name)
        return file ? `${before}${url(file.path)}` : whole
      }),
  }
}

/** On this service. @param path below the media folder */
export const mediaAddress = (path: string) => `/media/${path.split('/').map(encoded).join('/')}`

/** Also the apostrophe, which would end an attribute in such quotes. */
const encoded = (part: string) => encodeURIComponent(part).replaceAll("'", '%27')
