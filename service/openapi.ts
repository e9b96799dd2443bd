/** The general part of the OpenAPI document; the schema of each route describes the route. */
import { EntranceHeaders } from '../shared/contract/entrance-headers.ts'
import type { OpenApiOperation, SecurityScheme } from '../shared/server/openapi/document.ts'
import type { OpenApiHead } from '../shared/server/openapi/openapi.ts'
import { text } from '../shared/server/openapi/responses.ts'

/** Headings, in their order; those of the interface first. */
export const TAGS = [
  'Content API',
  'Attendance API',
  'Session API',
  'Extension web-app',
  'Media',
  'Console: access',
  'Console: overview',
  'Console: popup messages',
  'Console: news',
  'Console: media',
  'Console: school structures',
  'Console: attendance',
  'Console: users and sessions',
  'Console: access keys',
  'Console: app settings',
  'Console: app simulator',
  'Console: laboratory',
  'Console: request log',
  'Console: data',
  'For operators',
  'About',
] as const
export type Tag = (typeof TAGS)[number]

const SECURITY: Record<string, SecurityScheme> = {
  appId: { type: 'apiKey', in: 'header', name: 'X-App-Id', description: 'Identifier of the school.' },
  accessKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Access-Key',
    description: 'A key that the school gave out; the console makes and revokes them.',
  },
  sessionToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Session-Token',
    description: 'The token that the app passed to the extension web-app.',
  },
  consoleCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'schoolbell-console',
    description:
      'What a browser is given when it signs in. The name goes on with the port; over TLS it is `__Host-schoolbell-console`.',
  },
  consoleKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Console-Key',
    description:
      'What a browser’s page is given when it signs in, beside the cookie. The cookie alone opens nothing of the school.',
  },
  consoleToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that the service was started with, for programs.',
  },
}

const CONSOLE_ACCESS = [['consoleCookie', 'consoleKey'], ['consoleToken']] as const

const ENTRANCE: OpenApiOperation = {
  tags: ['Extension web-app'],
  summary: 'The mobile app opens the entrance page of an extension web-app',
  description:
    'Not answered here but by the web-app, at the address that the school has entered under App Settings. Later ' +
    'navigations come without these headers.',
  parameters: Object.entries<object>(EntranceHeaders.properties).map(([name, header]) => {
    const { description, ...schema } = header as { description: string }
    return {
      name,
      in: 'header',
      required: EntranceHeaders.required.some(each => each === name),
      description,
      schema,
    }
  }),
  responses: { 200: text('The page', 'text/html') },
}

export const HEAD = {
  info: {
    title: 'schoolbell reference service',
    version: '1',
    description:
      'The school information system’s whole interface, real and persistent, to build and test against; and the ' +
      'console’s API, with which a school fills it.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  tags: TAGS,
  operationIds: true,
  securitySchemes: SECURITY,
  // All but the address that answers for whatever is not there.
  mustTell: url => url.startsWith('/console/api/') && !url.endsWith('*'),
  securityOf: url => (url.startsWith('/console/api/') ? CONSOLE_ACCESS : []),
  webhooks: { extensionEntrance: { get: ENTRANCE } },
} as const satisfies OpenApiHead
