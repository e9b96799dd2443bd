/** The picture of a person, as the console's own pages show it. */
import { mediaAddress, NEUTRAL_AVATAR_PATH } from '../../service/media/links.ts'

/** A record with the address of its picture in place of the picture's path below the media folder. */
export function withPicture<Record extends { avatarPath: string | null }>({ avatarPath, ...record }: Record) {
  return { ...record, imageUrl: avatarPath === null ? NEUTRAL_AVATAR_PATH : mediaAddress(avatarPath) }
}
