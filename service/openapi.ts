/**
 * The general part of the service's two OpenAPI documents: the interface alone, and what this service has besides. The schema
 * of each route describes the route.
 */
import { EntranceHeaders } from '../shared/contract/entrance-headers.ts'
import type { OpenApiOperation, SecurityScheme } from '../shared/server/openapi/document.ts'
import type { OpenApiHead } from '../shared/server/openapi/openapi.ts'
import { text } from '../shared/server/openapi/responses.ts'

const INTERFACE_TAGS = ['Content API', 'Attendance API', 'Session API', 'Extension web-app'] as const

/** Headings, in their order. */
const SERVICE_TAGS = [
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
  'Console: undo',
  'Media',
  'For operators',
  'About',
] as const
export type Tag = (typeof INTERFACE_TAGS | typeof SERVICE_TAGS)[number]

const LICENCE = { name: 'MIT', identifier: 'MIT' }

const INTERFACE_SECURITY: Record<string, SecurityScheme> = {
  appId: { type: 'apiKey', in: 'header', name: 'X-App-Id', description: 'Identifier of the school.' },
  accessKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Access-Key',
    description: 'An access key, which the school’s support team gives out.',
  },
  sessionToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Session-Token',
    description: 'The token that the app passed to the extension web-app.',
  },
}

const SECURITY: Record<string, SecurityScheme> = {
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
  operationId: 'openExtension',
  tags: ['Extension web-app'],
  summary: 'The mobile app opens the entrance page of an extension web-app',
  description:
    'Answered by the web-app, at the address that the school has entered in its console: App Settings, *More: Entrance Page ' +
    'URL*. **Open point**: which headers may be missing, and that later navigations come without them.',
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

const INTERFACE_DESCRIPTION = `The four calls of the school information system's interface, and the call that its mobile app makes.

Each API has a base address of its own, which the school tells: the servers here are those of a reference service.

The interface does not say everything. What begins with **Open point** is what the reference service does there; another service
may do something else. **Open point**: wall-clock times are in the school's zone.`

/** @param contentPath first segment of the content API */
export const interfaceHead = (contentPath: string) =>
  ({
    at: '/openapi.json',
    operationId: 'getInterfaceDocument',
    info: {
      title: 'School information system',
      version: '1',
      description: INTERFACE_DESCRIPTION,
      license: LICENCE,
    },
    externalDocs: { url: '/docs/service', description: 'What the reference service has besides' },
    tags: INTERFACE_TAGS,
    bases: [
      { prefix: contentPath, servers: [{ url: `.${contentPath}`, description: 'Content API' }] },
      { prefix: '/sync', servers: [{ url: './sync', description: 'Attendance API' }] },
      {
        prefix: '/session/staging',
        servers: [
          { url: './session/staging', description: 'Session API, staging' },
          { url: './session/production', description: 'Session API, production' },
        ],
      },
    ],
    securitySchemes: INTERFACE_SECURITY,
    webhooks: { extensionEntrance: { get: ENTRANCE } },
    // The interface says what a failure is, or nothing.
    otherErrors: {},
  }) as const satisfies OpenApiHead

export const SERVICE_HEAD = {
  at: '/openapi-service.json',
  operationId: 'getServiceDocument',
  info: {
    title: 'schoolbell reference service',
    version: '1',
    description:
      'What the reference service has besides the interface: the console’s API, with which a school fills it, media, and ' +
      'addresses for operators.\n\n' +
      'A program calls the console’s API with a token (`schoolbell service --console-token-file`). GET reads, POST makes, PUT ' +
      'changes, DELETE deletes. A change is sent with the `stamp` of the record that was read: if somebody changed it since, the ' +
      'answer is 409 with the record as `current`. Most changes answer with an `undo` for `POST /console/api/undo`, which works for ' +
      'the newest hundred changes since the service was started. An invalid record is 422 with every fault in `errors`. ' +
      'Pages of other websites are refused; there is no CORS header.',
    license: LICENCE,
  },
  externalDocs: { url: '/docs', description: 'The interface of the school information system' },
  tags: SERVICE_TAGS,
  securitySchemes: SECURITY,
  // All but the address that answers for whatever is not there.
  mustBeDocumented: url => url.startsWith('/console/api/') && !url.endsWith('*'),
  securityOf: url => (url.startsWith('/console/api/') ? CONSOLE_ACCESS : []),
} as const satisfies OpenApiHead
