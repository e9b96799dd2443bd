/** The sample's media: drawn pictures, two documents, two melodies, a short film, and the avatars. */
import type { SeedMedia } from '../seed.ts'

/** A drawing in `drawings/`, and the file made from it. */
export interface Illustration {
  drawing: string
  fileType: 'image/jpeg' | 'image/png'
  /** Which part the square thumbnail shows; the middle when absent. */
  focus?: 'right'
  /** When it was "taken", as EXIF has it: wall clock in Hong Kong; absent where the file carries no EXIF. */
  taken?: string
}

export const ORIGINAL_SIZE = { width: 1600, height: 1000 }

export const ILLUSTRATIONS: readonly Illustration[] = [
  { drawing: 'harbour-dusk', fileType: 'image/jpeg', taken: '2026-04-17T18:52:08' },
  { drawing: 'regatta', fileType: 'image/jpeg', taken: '2026-05-09T08:14:31' },
  { drawing: 'science-fair', fileType: 'image/jpeg', taken: '2026-03-20T14:05:47' },
  { drawing: 'library', fileType: 'image/jpeg' },
  { drawing: 'sports-day', fileType: 'image/jpeg', taken: '2026-02-06T10:31:22' },
  { drawing: 'concert', fileType: 'image/jpeg', taken: '2026-06-12T19:40:03' },
  { drawing: 'art-room', fileType: 'image/png' },
  { drawing: 'roof-garden', fileType: 'image/jpeg' },
  { drawing: 'typhoon-sky', fileType: 'image/jpeg', focus: 'right' },
  { drawing: 'graduation', fileType: 'image/jpeg', taken: '2026-06-26T16:18:55' },
  { drawing: 'classroom', fileType: 'image/png' },
  { drawing: 'pre-school-play', fileType: 'image/jpeg', taken: '2026-05-21T09:47:12' },
  { drawing: 'island-trail', fileType: 'image/jpeg', taken: '2026-01-16T11:26:40' },
  { drawing: 'lantern-evening', fileType: 'image/jpeg' },
]

/** Documents, sounds and films; each has a drawing that stands for it. */
export const FILES = [
  { name: 'severe-weather.pdf', fileType: 'application/pdf', poster: 'poster-severe-weather' },
  { name: 'regatta-programme.pdf', fileType: 'application/pdf', poster: 'poster-regatta-programme' },
  { name: 'school-song.mp3', fileType: 'audio/mpeg', poster: 'poster-school-song' },
  { name: 'bell-melody.mp3', fileType: 'audio/mp3', poster: 'poster-bell-melody' },
  { name: 'regatta.mp4', fileType: 'video/mp4', poster: 'poster-regatta-film' },
] as const

export const AVATARS = ['tern', 'shell', 'sail', 'wave', 'kite', 'leaf', 'lantern', 'star'].map(
  shape => `avatar-${shape}.png`,
)
export const AVATAR_SIZE = 400

export function media(): SeedMedia[] {
  return [...ILLUSTRATIONS.map(picture), ...FILES.map(file), ...AVATARS.map(avatar)]
}

/** File name of a drawing's original, which is also its name in the seed. */
export const originalOf = ({ drawing, fileType }: Illustration) =>
  `${drawing}.${fileType === 'image/png' ? 'png' : 'jpg'}`

/** File names of the two smaller pictures that belong to an original. */
export function smallerOf(name: string, extension: 'jpg' | 'png'): { thumbnail: string; screen: string } {
  const stem = name.replaceAll('.', '-')
  return { thumbnail: `${stem}-200.${extension}`, screen: `${stem}-1024.${extension}` }
}

function picture(illustration: Illustration): SeedMedia {
  const { fileType, taken } = illustration
  const name = originalOf(illustration)
  return {
    name,
    fileType,
    file: name,
    ...smallerOf(name, fileType === 'image/png' ? 'png' : 'jpg'),
    imageWidth: ORIGINAL_SIZE.width,
    imageHeight: ORIGINAL_SIZE.height,
    ...(taken === undefined ? {} : { imageDateTime: instantOfTaking(taken) }),
  }
}

function file({ name, fileType }: (typeof FILES)[number]): SeedMedia {
  return { name, fileType, file: name, ...smallerOf(name, 'jpg') }
}

function avatar(name: string): SeedMedia {
  return {
    name,
    fileType: 'image/png',
    file: name,
    ...smallerOf(name, 'png'),
    imageWidth: AVATAR_SIZE,
    imageHeight: AVATAR_SIZE,
  }
}

/** Hong Kong has kept UTC+8 all year round since 1979. */
function instantOfTaking(taken: string): string {
  return new Date(`${taken}+08:00`).toISOString()
}
