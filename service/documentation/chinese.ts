/** Everything that the service’s documentation says, in Chinese; see shared/server/documentation/chinese.ts. */
import type { Translations } from '../../shared/server/documentation/chinese.ts'
import { CONSOLE_OFFICE } from './console-office.ts'
import { CONSOLE_SCHOOL } from './console-school.ts'
import { CONSOLE_TOOLS } from './console-tools.ts'
import { INTERFACES } from './interfaces.ts'

export const CHINESE: Translations = { ...INTERFACES, ...CONSOLE_OFFICE, ...CONSOLE_SCHOOL, ...CONSOLE_TOOLS }
