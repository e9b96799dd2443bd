/** What an entry's attachments are to a reader: of which kind, how large, and where on the page they stand. */
import type { Language } from '../../shared/contract/site.ts'
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

/** With two digits that matter: "48 kB", "1.2 MB". */
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

/** What a reader would notice of an entry: not where its files lie. */
export const noticed = ({ title, date, html, attachments }: NewsEntry): string =>
  JSON.stringify([title, date, html, attachments.map(({ name }) => name)])

/** An entry whose files have moved, but for those that somebody listens to. */
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

export interface Layout {
  coverUrl: string | undefined
  pictures: readonly NewsAttachment[]
  files: readonly NewsAttachment[]
}

/**
 * Schools attach a picture, put it into the text and make it the cover as well: it is shown once, in the text if it stands
 * there, and otherwise offered as a file.
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
