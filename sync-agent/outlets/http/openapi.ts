/** General part of the agent's OpenAPI document; each route is described by its schema. */
import type {
  OpenApiDocument as Document,
  OpenApiOperation,
} from '../../../shared/server/openapi/document.ts'
import type { OpenApiHead } from '../../../shared/server/openapi/openapi.ts'

/** All methods only read. */
export type OpenApiDocument = Document & { paths: Record<string, { get: OpenApiOperation }> }

export const HEAD = {
  at: '/openapi.json',
  operationId: 'getDocument',
  info: {
    title: 'schoolbell sync agent',
    version: '1',
    description:
      'A school’s news for its website: pages, search, changes, feeds and popup messages. GET, HEAD and OPTIONS; no key.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  // Headings, in their order.
  tags: ['News', 'Changes', 'Feeds', 'Popup messages', 'Media', 'Widget', 'For operators', 'About'],
} as const satisfies OpenApiHead
