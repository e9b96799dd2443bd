/** Holds answers against a served OpenAPI document: only what it promises passes, and no field that it does not tell of. */
import { Compile } from 'typebox/schema'
import { METHODS, type OpenApiDocument } from '../../shared/server/openapi/document.ts'
import type { RawAnswer } from './raw-request.ts'

export interface Judge {
  /** What is wrong with an answer to a call of this path, its query included; undefined when nothing is. */
  faultOf(path: string, answer: RawAnswer, method?: string): string | undefined
  /** Paths and statuses that were judged so far, as `/v1/news 200`, or `POST /v1/news 201`. */
  readonly judged: ReadonlySet<string>
}

export function openApiJudge({ paths, components }: OpenApiDocument): Judge {
  const routes = Object.entries(paths)
    .flatMap(([template, item]) =>
      METHODS.flatMap(method => {
        const operation = item[method]
        return operation ? [{ template, method, operation, pattern: patternOf(template) }] : []
      }),
    )
    // A fixed path before one that it would fit as well, and one that says more before one that says less.
    .toSorted(
      (a, b) => countOf(a.template, '{') - countOf(b.template, '{') || b.template.length - a.template.length,
    )
  const checks = new Map<object, (value: unknown) => string | undefined>()
  const judged = new Set<string>()

  const check = (schema: object, value: unknown) => {
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
      const responses = (route ?? routes[0])?.operation.responses ?? {}
      const promised = (route && responses[status]) ?? (status >= 400 ? responses.default : undefined)
      if (!promised) return `${status} is not promised`
      const [type, { schema }] = Object.entries(promised.content ?? {})[0] ?? ['', {}]
      if (type && !`${headers['content-type']}`.startsWith(type))
        return `is ${headers['content-type']}, not ${type}`
      if (!schema) return undefined
      try {
        return check(schema, /[/+]json$/.test(type) ? JSON.parse(`${body}`) : `${body}`)
      } catch (error) {
        return `is no JSON: ${error}`
      }
    },
  }
}

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
