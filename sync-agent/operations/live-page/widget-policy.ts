/** Whether a page's content security policies let the widget work. The guides of popup and news name what it needs. */
import type { Finding } from '../doctor.ts'
import type { LivePage } from './page.ts'
import type { Placed } from './placed.ts'
import { deciding, type Kind, matches, type Policy } from './policy.ts'

export function policyFindings(
  page: LivePage,
  placed: Placed,
  script: NonNullable<Placed['script']>,
): Finding[] {
  const check = `${placed.name} policy`
  if (page.policies.length === 0) return [{ check, result: 'ok', detail: 'the page has none' }]
  const faults = page.policies.flatMap(policy => faultsOf(policy, page, placed, script))
  const findings = faults.map(fault => ({ check, ...fault }))
  return findings.length > 0 ? findings : [{ check, result: 'ok', detail: 'allows what it needs' }]
}

type Fault = Pick<Finding, 'result' | 'detail'>

function faultsOf(
  policy: Policy,
  page: LivePage,
  { name, source }: Placed,
  script: NonNullable<Placed['script']>,
): Fault[] {
  const refused = (kind: Kind, url: URL | undefined) => {
    const found = deciding(policy, kind)
    return found && url && !matches(found.sources, url, page.url) ? found.directive : undefined
  }
  const fault = (
    result: Fault['result'],
    directive: string | undefined,
    need: string,
    why: string,
  ): Fault[] => (directive === undefined ? [] : [{ result, detail: `add ${need} to ${directive}: ${why}` }])
  const files = originOf(script.url, page)
  const media = name === 'news' ? refused('media', source) : undefined
  const pictures = new URL('https://pictures.invalid/')
  return [
    ...scriptFaults(policy, page, script),
    ...fault('failed', refused('connect', source), originOf(source, page), `${name} cannot be loaded`),
    ...fault(
      'warning',
      name === 'popup' ? refused('img', script.url) : undefined,
      files,
      'icons are missing',
    ),
    ...fault('warning', refused('img', pictures), 'https:', 'pictures from elsewhere are missing'),
    ...fault('warning', media, originOf(source, page), 'sound and films are refused'),
    ...trustedTypes(policy),
  ]
}

/** As it is written into a policy. */
const originOf = (url: URL | undefined, page: LivePage) =>
  url === undefined || url.origin === page.url.origin ? "'self'" : url.origin

/** A nonce on the tag counts for what it imports as well; a digest does only with `strict-dynamic`. */
function scriptFaults(
  policy: Policy,
  page: LivePage,
  { url, attributes: { nonce = '', integrity = '' } }: NonNullable<Placed['script']>,
): Fault[] {
  const found = deciding(policy, 'script')
  if (!found) return []
  const { directive, sources } = found
  const isKnown = (marks: string[]) => marks.some(mark => sources.includes(`'${mark}'`))
  if (isKnown([`nonce-${nonce}`])) return []
  if (sources.includes("'strict-dynamic'")) {
    if (isKnown(integrity.split(/\s+/))) return []
    const detail = `give the tag the page’s nonce: with 'strict-dynamic' in ${directive} the script is refused`
    return [{ result: 'failed', detail }]
  }
  if (matches(sources, url, page.url)) return []
  return [{ result: 'failed', detail: `add ${originOf(url, page)} to ${directive}: the script is refused` }]
}

/** Of browsers that know trusted types. */
function trustedTypes(policy: Policy): Fault[] {
  const names = policy.get('trusted-types')
  if (!names || names.includes('*')) return []
  const missing = ['lit-html', 'dompurify'].filter(name => !names.includes(name))
  if (missing.length === 0) return []
  const result = missing.includes('lit-html') ? 'failed' : 'warning'
  return [{ result, detail: `add ${missing.join(' ')} to trusted-types: texts are not shown` }]
}
