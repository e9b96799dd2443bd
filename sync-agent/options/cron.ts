/** The error in a cron expression of five fields, or of six with seconds first; undefined if it is valid. */
import { validateDetailed } from 'node-cron'

export function cronFault(expression: string): string | undefined {
  const { valid, errors } = validateDetailed(expression)
  return valid ? undefined : errors.map(({ message }) => message).join('; ')
}
