/** Posters: pictures for files that are not pictures, one design for each type, drawn without any font. */
import type { FileType } from '../../shared/contract/news.ts'
import type { PictureType } from './picture-types.ts'
import { loadSharp, type Picture, type PictureVersion } from './pictures.ts'

type PosterType = Exclude<FileType, PictureType>

export type Poster = Pick<Picture, 'thumbnail' | 'screen'>

const drawn = new Map<PosterType, Promise<Poster>>()

/** The two pictures of a type, drawn for its first file. */
export function posterOf(type: PosterType): Promise<Poster> {
  let poster = drawn.get(type)
  if (!poster) {
    poster = draw(DESIGNS[type])
    poster.catch(() => drawn.delete(type))
    drawn.set(type, poster)
  }
  return poster
}

interface Design {
  /** From upper left to lower right. */
  ground: readonly [string, string]
  ink: string
  /** What is on the page, in a square of 100 by 100. */
  figure: string
  /** Letters and digits of {@link STROKES}. */
  word: string
}

/** A page of text, bars of a melody, a frame of a film. */
const DOCUMENT = `<g stroke-width="4.6"><path d="M24 34h38M24 46h52M24 58h44"/></g>`
const SOUND = `<g stroke-width="5.4"><path d="M24 50v8M34 40v28M44 46v16M54 30v44M64 42v22M74 50v8"/></g>`
const FILM = `<g fill="#FILL" stroke-width="6"><path d="M41 36v30l26-15z"/></g>`

const SOUND_DESIGN: Design = { ground: ['#6d5aa8', '#3f3474'], ink: '#574599', figure: SOUND, word: 'MP3' }
const DESIGNS: Record<PosterType, Design> = {
  'application/pdf': { ground: ['#d2694f', '#8e3540'], ink: '#b34a47', figure: DOCUMENT, word: 'PDF' },
  'audio/mpeg': SOUND_DESIGN,
  'audio/mp3': SOUND_DESIGN,
  'video/mp4': { ground: ['#2b8a94', '#14506a'], ink: '#1c6b7d', figure: FILM, word: 'MP4' },
}

async function draw(design: Design): Promise<Poster> {
  const [thumbnail, screen] = await Promise.all([
    render(design, 200, 200, 1.46),
    render(design, 1024, 640, 4.3),
  ])
  return { thumbnail, screen }
}

async function render(design: Design, width: number, height: number, scale: number): Promise<PictureVersion> {
  const sharp = await loadSharp()
  const bytes = await sharp(Buffer.from(drawing(design, width, height, scale)))
    .jpeg({ quality: 88 })
    .toBuffer()
  return { bytes, ending: '.jpg' }
}

function drawing(
  { ground: [light, dark], ink, figure, word }: Design,
  width: number,
  height: number,
  scale: number,
): string {
  const [left, top] = [(width - 100 * scale) / 2, (height - 118 * scale) / 2]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="ground" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#ground)"/>
<circle cx="${width * 0.86}" cy="${height * 0.1}" r="${height * 0.42}" fill="#fff" opacity=".06"/>
<circle cx="${width * 0.08}" cy="${height * 0.98}" r="${height * 0.5}" fill="#fff" opacity=".05"/>
<g transform="translate(${left} ${top}) scale(${scale})">
<path d="M17 5h47l22 22v82a6 6 0 0 1-6 6H17a6 6 0 0 1-6-6V11a6 6 0 0 1 6-6z" fill="#000" opacity=".16" transform="translate(1.5 3)"/>
<path d="M17 3h47l22 22v82a6 6 0 0 1-6 6H17a6 6 0 0 1-6-6V9a6 6 0 0 1 6-6z" fill="#fffdf9"/>
<path d="M64 3l22 22H69a5 5 0 0 1-5-5z" fill="${ink}" opacity=".28"/>
<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">
<g transform="translate(-1.5 0)">${figure.replace('#FILL', ink)}</g>
<g stroke-width="4.2" transform="translate(24 84)">${lettering(word)}</g>
</g></g></svg>`
}

/** Each letter is 12 wide and 18 high. */
const STROKES: Record<string, string> = {
  P: 'M0 18V0h6a5 5 0 0 1 0 10H0',
  D: 'M0 0v18h4a8 9 0 0 0 0-18z',
  F: 'M0 18V0h11M0 9h9',
  M: 'M0 18V0l6.5 10L13 0v18',
  3: 'M0 1.5A5.6 4.6 0 1 1 4.5 8.6 5.4 4.8 0 1 1 -.6 15.8',
  4: 'M8.5 18V0L0 12h12',
}

function lettering(word: string): string {
  let left = 0
  return [...word]
    .map(letter => {
      const path = `<path d="${STROKES[letter]}" transform="translate(${left} 0)"/>`
      left += letter === 'M' ? 19.5 : 17.5
      return path
    })
    .join('')
}
