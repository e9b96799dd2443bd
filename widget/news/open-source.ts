/** Where news comes from: a sync agent, or the files that it has published. */

import { withoutEnd } from '../../shared/text/without-end.ts'
import { agentSource } from './agent-source.ts'
import { filesSource } from './files-source.ts'
import type { NewsSource, SourceOptions } from './source.ts'

export function sourceOf({ service, files, baseUrl, ...options }: SourceOptions): NewsSource | undefined {
  if (service) return agentSource(baseOf(service, baseUrl), options)
  if (files) return filesSource(baseOf(files, baseUrl), options)
  return undefined
}

const baseOf = (address: string, baseUrl: string) => `${withoutEnd(new URL(address, baseUrl).href, '/')}/`
