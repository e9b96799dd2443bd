/**
 * Draws the sample school's media from their sources: `node scripts/draw-sample-media.ts`.
 *
 * The results are committed in `service/sample/media/`; installing, running and testing do not need this script.
 * Besides sharp it needs `ffmpeg` (melodies, video), `chromium` and `qpdf` (documents), and the Noto CJK fonts.
 *
 *   service/sample/drawings/NAME.svg     -> NAME.jpg or NAME.png, 1024 px wide, 200 px square
 *   service/sample/drawings/poster-*.svg -> the pictures of documents, melodies and the film
 *   service/sample/drawings/avatar-*.svg -> avatars
 *   service/sample/drawings/*.html       -> PDF documents, English on the first page, Chinese on the second
 *   the notes below                      -> two melodies;  regatta.svg, its shell set in motion -> the film
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import {
  AVATAR_SIZE,
  AVATARS,
  FILES,
  ILLUSTRATIONS,
  type Illustration,
  ORIGINAL_SIZE,
  originalOf,
  smallerOf,
} from '../service/sample/media.ts'
import { SCREEN_WIDTH, THUMBNAIL_SIZE } from '../shared/contract/news.ts'

const DRAWINGS = join(import.meta.dirname, '../service/sample/drawings')
const MEDIA = join(import.meta.dirname, '../service/sample/media')

/** A melody: semitones from A4, and beats. */
type Note = readonly [semitones: number, beats: number]
const BELL_MELODY: readonly Note[] = [
  [3, 1],
  [7, 1],
  [5, 1],
  [-2, 2],
  [3, 1],
  [5, 1],
  [7, 1],
  [3, 3],
]
const SCHOOL_SONG: readonly Note[] = [
  ...([
    [-2, 1],
    [3, 1],
    [3, 1],
    [5, 1],
    [7, 2],
    [3, 2],
    [8, 1],
    [7, 1],
    [5, 1],
    [3, 1],
    [5, 4],
  ] as const),
  ...([
    [7, 1],
    [10, 1],
    [10, 1],
    [8, 1],
    [7, 2],
    [5, 2],
    [3, 1],
    [5, 1],
    [7, 1],
    [5, 1],
    [3, 4],
  ] as const),
]
const RATE = 22_050

/** A bell's partials with their decay times. */
const PARTIALS = [
  { ratio: 0.5, strength: 0.35, seconds: 1.6 },
  { ratio: 1, strength: 1, seconds: 1.2 },
  { ratio: 1.2, strength: 0.22, seconds: 0.9 },
  { ratio: 2, strength: 0.4, seconds: 0.7 },
  { ratio: 3.01, strength: 0.16, seconds: 0.35 },
]

const scratch = mkdtempSync(join(tmpdir(), 'sample-media-'))

rmSync(MEDIA, { recursive: true, force: true })
mkdirSync(MEDIA)
try {
  for (const illustration of ILLUSTRATIONS) await drawIllustration(illustration)
  for (const { name, poster } of FILES) await drawSmaller(`${poster}.svg`, name, 'jpg')
  for (const name of AVATARS) await drawAvatar(name)
  printDocument('severe-weather')
  printDocument('regatta-programme')
  await playMelody('bell-melody.mp3', BELL_MELODY, 0.62)
  await playMelody('school-song.mp3', SCHOOL_SONG, 0.4)
  await filmRegatta('regatta.mp4')
} finally {
  rmSync(scratch, { recursive: true })
}

async function drawIllustration(illustration: Illustration): Promise<void> {
  const { drawing, fileType, focus, taken } = illustration
  const name = originalOf(illustration)
  const picture = sharp(join(DRAWINGS, `${drawing}.svg`))
    .resize(ORIGINAL_SIZE)
    .flatten()
  const dated = taken === undefined ? picture : picture.withExif(exif(taken))
  await write(dated, name)
  await drawSmaller(`${drawing}.svg`, name, fileType === 'image/png' ? 'png' : 'jpg', focus)
}

async function drawAvatar(name: string): Promise<void> {
  const drawing = name.replace('.png', '.svg')
  await write(sharp(join(DRAWINGS, drawing)).resize(AVATAR_SIZE, AVATAR_SIZE).flatten(), name)
  await drawSmaller(drawing, name, 'png')
}

async function drawSmaller(
  drawing: string,
  name: string,
  extension: 'jpg' | 'png',
  focus: 'centre' | 'right' = 'centre',
): Promise<void> {
  const { thumbnail, screen } = smallerOf(name, extension)
  const source = sharp(join(DRAWINGS, drawing), { density: 144 }).flatten()
  await write(source.clone().resize(SCREEN_WIDTH), screen)
  await write(
    source.clone().resize(THUMBNAIL_SIZE, THUMBNAIL_SIZE, { fit: 'cover', position: focus }),
    thumbnail,
  )
}

async function write(picture: Sharp, name: string): Promise<void> {
  // Flat colours: a palette keeps PNG files small, and full chroma keeps edges clean in JPEG.
  const encoded = name.endsWith('.png')
    ? picture.png({ palette: true, colours: 128, dither: 0.6, effort: 10 })
    : picture.jpeg({ quality: 62, mozjpeg: true, chromaSubsampling: '4:2:0' })
  await encoded.toFile(join(MEDIA, name))
}

/** Cameras write the wall clock and the offset separately. */
function exif(taken: string) {
  const time = taken.replaceAll('-', ':').replace('T', ' ')
  return {
    IFD0: { Make: 'Tern Bay Academy', Model: 'Drawing desk', DateTime: time },
    IFD2: { DateTimeOriginal: time, OffsetTimeOriginal: '+08:00' },
  }
}

function printDocument(name: string): void {
  const printed = join(scratch, `${name}.pdf`)
  const options = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--no-pdf-header-footer',
    `--user-data-dir=${join(scratch, 'chromium')}`,
    `--print-to-pdf=${printed}`,
  ]
  // Without a desktop it prints many messages about a missing message bus.
  execFileSync('chromium', [...options, join(DRAWINGS, `${name}.html`)], { stdio: 'ignore' })
  const smaller = ['--object-streams=generate', '--recompress-flate', '--compression-level=9']
  execFileSync('qpdf', [...smaller, printed, join(MEDIA, `${name}.pdf`)])
}

/** One small bell stroke for each note; each rings on under the next. */
async function playMelody(name: string, notes: readonly Note[], beat: number): Promise<void> {
  const tail = 2.5
  const length = notes.reduce((sum, [, beats]) => sum + beats * beat, tail)
  const sound = new Float64Array(Math.ceil(length * RATE))
  let start = 0
  for (const [semitones, beats] of notes) {
    strike(sound, start, 440 * 2 ** (semitones / 12))
    start += beats * beat
  }
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const pcm = Int16Array.from(sound, sample => (sample / peak) * 26_000)
  const raw = join(scratch, 'melody.pcm')
  writeFileSync(raw, pcm)
  const input = ['-f', 's16le', '-ar', `${RATE}`, '-ac', '1', '-i', raw]
  const output = ['-codec:a', 'libmp3lame', '-b:a', '32k', '-metadata', 'artist=Tern Bay Academy']
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...output, join(MEDIA, name)])
}

function strike(sound: Float64Array, start: number, pitch: number): void {
  const first = Math.floor(start * RATE)
  for (let at = first; at < sound.length; at++) {
    const time = (at - first) / RATE
    const attack = Math.min(1, time / 0.004)
    for (const { ratio, strength, seconds } of PARTIALS)
      sound[at] =
        (sound[at] ?? 0) +
        attack * strength * Math.exp(-time / seconds) * Math.sin(2 * Math.PI * pitch * ratio * time)
  }
}

/** Five seconds of the first crew rowing past. */
async function filmRegatta(name: string): Promise<void> {
  const drawing = readFileSync(join(DRAWINGS, 'regatta.svg'), 'utf8')
  const frames = 100
  for (let frame = 0; frame < frames; frame++) {
    const part = frame / frames
    // Each stroke speeds up the boat, which glides between two strokes.
    const x = 420 + 640 * part + 14 * Math.sin(part * Math.PI * 10)
    const y = 800 + 4 * Math.sin(part * Math.PI * 10 + 1)
    const moved = drawing.replace(
      /(id="shell" transform="translate\()[^)]*/,
      `$1${x.toFixed(1)} ${y.toFixed(1)}`,
    )
    const file = join(scratch, `frame-${String(frame).padStart(3, '0')}.png`)
    await sharp(Buffer.from(moved)).resize(640, 400).flatten().png({ compressionLevel: 1 }).toFile(file)
  }
  const input = ['-framerate', '20', '-i', join(scratch, 'frame-%03d.png')]
  const coding = ['-codec:v', 'libx264', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-crf', '27']
  const output = ['-movflags', '+faststart', join(MEDIA, name)]
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...coding, ...output])
}
