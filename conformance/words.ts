/** Describes values for reports: short, without control characters and without personal data. */
import { LONGEST_LABEL, serviceText, withoutSecrets } from '../shared/client/service-text.ts'
import type { Answer } from './ask.ts'

/** As in `a string`, `null`, `an array`. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** A short value as text; otherwise only its kind. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(serviceText(value, LONGEST_LABEL))
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  return kindOf(value)
}

/** As in `HTTP 200, D20001 siteId should not be empty`. */
export function answered({ status, json, bytes, headers, secrets }: Answer): string {
  const http = `HTTP ${status}`
  const { code, message } = fieldsOf(json)
  if (typeof code === 'string') {
    const said =
      typeof message === 'string' ? ` ${serviceText(withoutSecrets(message, secrets), LONGEST_LABEL)}` : ''
    return `${http}, ${serviceText(code, 20)}${said}`
  }
  if (bytes.byteLength === 0) return `${http} without a body`
  const type = serviceText(headers.get('content-type') ?? 'no content type', 60)
  return `${http}, ${type}`
}

/** An object's own fields; an empty object for anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** The first few of a list, and how many more there are. */
export function firstOf(items: readonly string[], most = 3): string {
  const more = items.length - most
  return items.slice(0, most).join('; ') + (more > 0 ? `; and ${more} more` : '')
}
