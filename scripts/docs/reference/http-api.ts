/** The agent's addresses, from the OpenAPI document that an agent serves. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { OpenApiOperation, OpenApiResponse } from '../../../shared/server/openapi/document.ts'
import { createSyncAgent } from '../../../sync-agent/index.ts'
import { HEAD as ABOUT, type OpenApiDocument } from '../../../sync-agent/outlets/http/openapi.ts'
import { code, page, prose, table } from './markdown.ts'

/** As far as the agent's schemas use it. */
interface Schema {
  $ref?: string
  type?: string
  description?: string
  enum?: readonly string[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: Schema
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
}

export async function httpApiPage(): Promise<string> {
  const { paths, components } = await agentDocument()
  const operations = Object.entries(paths).map(([path, { get }]) => ({ path, get }))
  const schemas = Object.entries(components.schemas as Record<string, Schema>)
  return page(
    '# HTTP API of the agent',
    HEAD,
    ...ABOUT.tags.flatMap(tag => [
      `## ${tag}`,
      ...operations.filter(({ get }) => get.tags[0] === tag).map(({ path, get }) => operation(path, get)),
    ]),
    '## Fields',
    ...schemas.map(([name, schema]) => fieldsOf(name, schema)),
    '## API of the reference service',
    SERVICE,
  )
}

const HEAD = `For developers who read news from the sync agent. A running agent serves the same as an OpenAPI 3.1 document at \`/openapi.json\`.
\`GET\`, \`HEAD\` and \`OPTIONS\` alone; no key. Every address may also answer another 4xx or 5xx status, as [Problem](#problem).
The feeds stand here for academy in English: each site and language has its own.`

const SERVICE = `A running reference service shows its two documents as pages at \`/docs\`: the interface (\`/openapi.json\`), and its console, laboratory and
media (\`/openapi-service.json\`).`

/** Of an agent with everything that adds addresses; it calls nobody. */
async function agentDocument(): Promise<OpenApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-reference-'))
  const agent = await createSyncAgent({
    serviceUrl: 'http://127.0.0.1/cms',
    fetch: async () => new Response(null, { status: 503 }),
    streams: [{ siteId: 'academy', lang: 'en-US' }],
    db: join(folder, 'news.db'),
    publicUrl: 'https://school.example/school',
    media: { dir: join(folder, 'media') },
    port: 0,
    logger: pino({ level: 'silent' }),
  })
  try {
    const response = await fetch(`${await agent.listen()}${ABOUT.at}`)
    return (await response.json()) as OpenApiDocument
  } finally {
    await agent.close()
    rmSync(folder, { recursive: true })
  }
}

function operation(
  path: string,
  { summary, description = '', parameters = [], responses }: OpenApiOperation,
): string {
  return page(
    `### ${code(`GET ${path}`)}`,
    prose(summary),
    prose(description),
    table(
      ['Parameter', 'In', 'Value', 'What it is'],
      parameters.map(({ name, in: where, required, schema, description = '' }) => [
        code(name),
        required ? `${where}, **required**` : where,
        typeOf(schema),
        prose(description),
      ]),
    ),
    table(
      ['Status', 'Answer', 'Body'],
      Object.entries(responses)
        .filter(([status]) => /^\d+$/.test(status))
        .map(answer),
    ),
  ).trimEnd()
}

const answer = ([status, { description, content = {}, headers = {} }]: [
  string,
  OpenApiResponse,
]): string[] => [
  status,
  [prose(description), ...Object.keys(headers).map(name => code(name))].join('; '),
  Object.entries(content)
    .map(([type, { schema = {} }]) => `${code(type)} ${typeOf(schema)}`.trim())
    .join(', '),
]

function fieldsOf(name: string, { description = '', properties = {}, required = [] }: Schema): string {
  return page(
    `### ${name}`,
    prose(description),
    table(
      ['Field', 'Value', 'What it is'],
      Object.entries(properties).map(([field, schema]) => [
        required.includes(field) ? code(field) : `${code(field)}, optional`,
        typeOf(schema),
        prose(schema.description ?? ''),
      ]),
    ),
  ).trimEnd()
}

/** As in `one of a, b`, or a link to the fields. */
function typeOf(schema: Schema): string {
  const { $ref, type = '', items, properties, minimum, maximum, maxLength } = schema
  if ($ref) return linkTo($ref.split('/').at(-1) ?? '')
  if (items) return `array of ${typeOf(items)}`
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map(code).join(', ')
  if (schema.const !== undefined) return code(`${schema.const}`)
  if (properties) return `object: ${Object.keys(properties).map(code).join(', ')}`
  const limits = [
    minimum !== undefined && (maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`),
    maxLength !== undefined && `at most ${maxLength} characters`,
    schema.default !== undefined && `default ${code(`${schema.default}`)}`,
  ].filter(Boolean)
  return [type, limits.join(', ')].filter(Boolean).join(', ')
}

const linkTo = (name: string) => `[${name}](#${name.toLowerCase()})`
