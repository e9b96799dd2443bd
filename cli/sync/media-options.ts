/** The options of `schoolbell sync` for the media mirror and its limits. */
import type { Command, Option } from 'commander'
import type { SyncAgentOptions } from '../../sync-agent/index.ts'
import { bytes, hosts, option } from '../options.ts'

export interface MediaFlags {
  mediaDir?: string
  mediaHost?: string[]
  mediaPrivateHost?: string[]
  mediaTotalBytes?: number
}

export const mediaDirOption = (description: string): Option => option('--media-dir <folder>', description)

export function addMediaOptions(
  command: Command,
  folder = 'copy attachments and pictures into it; needs --public-url',
): Command {
  return command
    .optionsGroup('Copies of media files:')
    .addOption(mediaDirOption(folder))
    .addOption(
      option(
        '--media-host <hosts>',
        'take files from these hosts too, as in media.school.example; can be repeated',
      ).argParser(hosts),
    )
    .addOption(
      option(
        '--media-private-host <hosts>',
        'the same for hosts that may have a private address; can be repeated',
      ).argParser(hosts),
    )
    .addOption(
      option('--media-total-bytes <number>', 'size limit of the folder (default: 21474836480)').argParser(
        bytes,
      ),
    )
    .optionsGroup('Options:')
}

export function mediaOptions(flags: MediaFlags): Pick<SyncAgentOptions, 'media'> {
  const { mediaDir } = flags
  if (!mediaDir) return {}
  return {
    media: {
      dir: mediaDir,
      hosts: flags.mediaHost,
      privateHosts: flags.mediaPrivateHost,
      totalBytes: flags.mediaTotalBytes,
    },
  }
}
