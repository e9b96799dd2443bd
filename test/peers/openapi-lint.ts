/** What Redocly's recommended rules, their warnings included, have against an OpenAPI document. */
import { createConfig, lintFromString } from '@redocly/openapi-core'

export async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}
