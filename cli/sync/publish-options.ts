/** The options of `schoolbell sync` for published files. */
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { PUBLISH_FORMATS, type PublishFormat, type PublishOptions } from '../../sync-agent/index.ts'
import { httpUrl, option } from '../options.ts'

export interface PublishFlags {
  publishTo?: string
  baseUrl?: string
  format?: PublishFormat[]
  stylesheet?: string
}

export const publishToOption = (description: string): Option => option('--publish-to <folder>', description)

export function addPublishOptions(command: Command): Command {
  return command
    .optionsGroup('Published files:')
    .addOption(publishToOption('keep the news as files in this folder'))
    .addOption(
      option('--base-url <url>', 'where readers reach the published files (default: relative)').argParser(
        httpUrl,
      ),
    )
    .addOption(
      option('--format <list>', `of published files: ${PUBLISH_FORMATS.join(', ')}`).argParser(formats),
    )
    .addOption(option('--stylesheet <file>', 'additional style sheet for published pages'))
    .optionsGroup('Options:')
}

export function publishOptions(flags: PublishFlags): PublishOptions {
  return {
    baseUrl: flags.baseUrl,
    formats: flags.format,
    stylesheet: flags.stylesheet,
  }
}

/** A variable may be meant for `sync publish`; what stands on the line is meant. */
export function refuseWithoutFolder({ publishTo }: PublishFlags, command: Command): void {
  const idle = ['baseUrl', 'format', 'stylesheet'].find(name => command.getOptionValueSource(name) === 'cli')
  const { long } = command.options.find(option => option.attributeName() === idle) ?? {}
  if (publishTo === undefined && long)
    command.error(`error: ${long} is for published files; add --publish-to`)
}

function formats(text: string): PublishFormat[] {
  const items = text.split(',').map(item => item.trim())
  const wrong = items.find(item => !PUBLISH_FORMATS.some(format => format === item))
  if (wrong === undefined) return PUBLISH_FORMATS.filter(format => items.includes(format))
  throw new InvalidArgumentError(`"${wrong}" must be one of ${PUBLISH_FORMATS.join(', ')}.`)
}
