/** What is wrong with a cron expression of five fields, or six with seconds first; undefined when nothing is. */
import { validateDetailed } from 'node-cron'

export function cronFault(expression: string): string | undefined {
  const { valid, errors } = validateDetailed(expression)
  return valid ? undefined : errors.map(({ message }) => message).join('; ')
}
