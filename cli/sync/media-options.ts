/** The options of `schoolbell sync` for the media mirror and its limits. */
import type { Command } from 'commander'
import type { SyncAgentOptions } from '../../sync-agent/index.ts'
import { bytes, hosts, milliseconds, minutes, option, wholeNumber } from '../options.ts'

export interface MediaFlags {
  mediaDir?: string
  mediaHost?: string[]
  mediaPrivateHost?: string[]
  mediaMaxBytes?: number
  mediaTotalBytes?: number
  mediaParallel?: number
  /** Milliseconds, like the next one. */
  mediaTimeout?: number
  mediaGrace?: number
}

const MINUTES_A_DAY = 1_440

export function addMediaOptions(command: Command): Command {
  return command
    .optionsGroup('Copies of media files:')
    .addOption(option('--media-dir <folder>', 'copy attachments and pictures into it; needs --public-url'))
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
    .addOption(option('--media-max-bytes <number>', 'largest file (default: 268435456)').argParser(bytes))
    .addOption(
      option('--media-total-bytes <number>', 'size limit of the folder (default: 21474836480)').argParser(
        bytes,
      ),
    )
    .addOption(
      option('--media-parallel <number>', 'files at a time (default: 4)').argParser(text =>
        wholeNumber(text, 1, 32, 'a number from 1 to 32'),
      ),
    )
    .addOption(
      option('--media-timeout <ms>', 'longest attempt at one file (default: 900000)').argParser(milliseconds),
    )
    .addOption(
      option('--media-grace <days>', 'how long unused files stay (default: 7)').argParser(
        text => wholeNumber(text, 1, 365, 'a number of days from 1 to 365') * minutes(`${MINUTES_A_DAY}`),
      ),
    )
}

export function mediaOptions(flags: MediaFlags): Pick<SyncAgentOptions, 'media'> {
  const { mediaDir } = flags
  if (!mediaDir) return {}
  return {
    media: {
      dir: mediaDir,
      hosts: flags.mediaHost,
      privateHosts: flags.mediaPrivateHost,
      maxBytes: flags.mediaMaxBytes,
      totalBytes: flags.mediaTotalBytes,
      parallel: flags.mediaParallel,
      totalMs: flags.mediaTimeout,
      graceMs: flags.mediaGrace,
    },
  }
}
