/** Holds answers against a served OpenAPI document: only what it promises passes, and no field that it does not tell of. */
import { Compile } from 'typebox/schema'
import { METHODS, type OpenApiDocument, type OpenApiOperation } from '../../shared/server/openapi/document.ts'
import type { RawAnswer } from './raw-request.ts'

export interface Judge {
  /** What is wrong with an answer to a call of this path, its query included; undefined when nothing is. */
  faultOf(path: string, answer: RawAnswer, method?: string): string | undefined
  /** Paths and statuses that were judged so far, as `/v1/news 200`, or `POST /v1/news 201`. */
  readonly judged: ReadonlySet<string>
}

export function openApiJudge(...documents: OpenApiDocument[]): Judge {
  const routes = documents
    .flatMap(({ paths, components }) =>
      Object.entries(paths).flatMap(([path, item]) =>
        METHODS.flatMap(method => {
          const operation = item[method]
          return placesOf(operation).map(place => ({ template: place + path, method, operation, components }))
        }),
      ),
    )
    .map(route => ({ ...route, pattern: patternOf(route.template) }))
    // A fixed path before one that it would fit as well, and one that says more before one that says less.
    .toSorted(
      (a, b) => countOf(a.template, '{') - countOf(b.template, '{') || b.template.length - a.template.length,
    )
  /** What is said of addresses that no document has. */
  const anywhere = routes.find(({ operation }) => operation?.responses['5XX'])
  const checks = new Map<object, (value: unknown) => string | undefined>()
  const judged = new Set<string>()

  const check = (schema: object, components: OpenApiDocument['components'], value: unknown) => {
    const known = checks.get(schema) ?? checkOf(schema, components)
    checks.set(schema, known)
    return known(value)
  }

  return {
    judged,
    faultOf(path, { status, headers, body }, method = 'GET') {
      const place = path.split('?')[0] ?? ''
      const route = routes.find(each => each.method === method.toLowerCase() && each.pattern.test(place))
      judged.add(`${method === 'GET' ? '' : `${method} `}${route?.template ?? 'nowhere'} ${status}`)
      if (!route && status < 400) return `${status}, though the document has no such path`
      const { operation, components } = route ?? anywhere ?? {}
      const promised = operation?.responses[status] ?? operation?.responses[`${Math.floor(status / 100)}XX`]
      if (!promised) return `${status} is not promised`
      const [type, { schema }] = Object.entries(promised.content ?? {})[0] ?? ['', {}]
      if (type && !`${headers['content-type']}`.startsWith(type))
        return `is ${headers['content-type']}, not ${type}`
      if (!schema || !components) return undefined
      try {
        return check(schema, components, /[/+]json$/.test(type) ? JSON.parse(`${body}`) : `${body}`)
      } catch (error) {
        return `is no JSON: ${error}`
      }
    },
  }
}

/** The paths of the servers of an operation, as in `/sync`, beside the document. */
const placesOf = (operation: OpenApiOperation | undefined) =>
  operation ? (operation.servers ?? [{ url: '.' }]).map(({ url }) => url.slice(1)) : []

function checkOf(schema: object, components: OpenApiDocument['components']) {
  const compiled = Compile({ ...(closed(schema) as object), components: closed(components) })
  return (value: unknown) => {
    if (compiled.Check(value)) return undefined
    const [, errors] = compiled.Errors(value)
    return errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ')
  }
}

/** No other fields than those named; a problem may have more, and so may what the service sends. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isOpen = 'description' in schema && `${schema.description}`.startsWith('Problem details')
  return inner.type === 'object' && 'properties' in inner && !isOpen
    ? { ...inner, additionalProperties: false }
    : inner
}

const patternOf = (template: string) =>
  new RegExp(`^${template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^?]+')}/?$`)

const countOf = (text: string, part: string) => text.split(part).length
