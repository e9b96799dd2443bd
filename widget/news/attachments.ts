/** How an entry's attachments are shown: their kind, their size, and their place on the page. */
import type { Language } from '../contract.ts'
import type { NewsAttachment, NewsEntry } from './entry.ts'

export type Kind = 'picture' | 'sound' | 'film' | 'pdf' | 'file'

export function kindOf(fileType: string): Kind {
  const [, kind] = Object.entries(KINDS).find(([start]) => fileType.startsWith(start)) ?? []
  return kind ?? 'file'
}

const KINDS: Record<string, Kind> = {
  'image/': 'picture',
  'audio/': 'sound',
  'video/': 'film',
  'application/pdf': 'pdf',
}

/** With two significant digits: "48 kB", "1.2 MB". */
export function sizeIn(language: Language, bytes: number): string {
  const power = bytes < 1e3 ? 0 : bytes < 999_500 ? 1 : bytes < 999_500_000 ? 2 : 3
  const value = bytes / 1e3 ** power
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power] as string,
    maximumFractionDigits: power && value < 9.95 ? 1 : 0,
  }).format(value)
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** What a reader can see of an entry. Addresses of files are left out. */
export const shownContent = ({ title, date, html, attachments }: NewsEntry): string =>
  JSON.stringify([title, date, html, attachments.map(({ name }) => name)])

/** The entry with its new addresses, except for files that somebody plays. */
export const withPlaying = (
  entry: NewsEntry,
  before: NewsEntry,
  playing: readonly (string | null)[],
): NewsEntry => ({
  ...entry,
  attachments: entry.attachments.map((file, index) => {
    const old = before.attachments[index]
    return old?.name === file.name && playing.includes(old.url) ? { ...file, url: old.url } : file
  }),
})

/** Addresses of files that a reader has started to play. */
export const playingIn = (root: ShadowRoot): (string | null)[] =>
  [...root.querySelectorAll<HTMLMediaElement>('[part=player]')]
    .filter(({ paused, currentTime }) => !paused || currentTime > 0)
    .map(player => player.getAttribute('src'))

export interface Layout {
  coverUrl: string | undefined
  pictures: readonly NewsAttachment[]
  files: readonly NewsAttachment[]
}

/**
 * A picture may be an attachment, in the text and the cover at the same time. A cover that is in the text is not shown again,
 * and a picture that is shown already is offered as a file.
 */
export function layOut({ coverUrl, attachments, html = '' }: NewsEntry): Layout {
  const isInText = ({ url, screenUrl }: NewsAttachment) =>
    [url, screenUrl].some(address => address && html.includes(address.replaceAll('&', '&amp;')))
  const pictures = attachments.filter(
    attachment =>
      kindOf(attachment.fileType) === 'picture' &&
      attachment.screenUrl &&
      attachment.screenUrl !== coverUrl &&
      !isInText(attachment),
  )
  const isTold = attachments.some(picture => picture.screenUrl === coverUrl && isInText(picture))
  return {
    coverUrl: isTold ? undefined : coverUrl,
    pictures,
    files: attachments.filter(attachment => !pictures.includes(attachment)),
  }
}
