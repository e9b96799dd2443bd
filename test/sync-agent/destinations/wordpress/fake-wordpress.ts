/** As much of WordPress' REST interface as the agent uses, in memory, with an editor's hands and a site's faults. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakePost {
  id: number
  type: string
  status: string
  slug: string
  title: string
  content: string
  excerpt: string
  date_gmt: string
  featured_media: number
  parent: number
  fields: Record<string, unknown>
}

export interface FakeFile {
  id: number
  slug: string
  alt: string
  bytes: Buffer
}

/** Answers in place of WordPress; `lost`: WordPress does its work, but nobody hears of it. */
export type Fault = { status: number; body: string; headers?: Record<string, string> } | 'lost' | 'silent'

export interface FakeWordPress extends AsyncDisposable {
  url: string
  password: string
  posts: FakePost[]
  files: FakeFile[]
  terms: { id: number; base: string; name: string }[]
  requests: string[]
  capabilities: Record<string, boolean>
  /** What a theme prints before each answer. */
  before: string
  /** What WordPress makes of a text that it stores. */
  stored: (html: string) => string
  /** Asked before each request. */
  fault: (
    method: string,
    path: string,
    number: number,
    query: URLSearchParams,
  ) => Fault | undefined | Promise<Fault | undefined>
  /** Posts that its lists lack, as with plugins for languages. */
  hides: (post: FakePost) => boolean
  hasPermalinks: boolean
  hasBin: boolean
  /** How far its clock is ahead of this machine's. */
  skewMs: number
  clone(): string
  restore(state: string): void
}

const CAPABILITIES = [
  'edit_posts',
  'edit_published_posts',
  'publish_posts',
  'upload_files',
  'edit_others_posts',
]

export async function startFakeWordPress(): Promise<FakeWordPress> {
  const server = createServer((request, response) => void answer(site, request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const site: FakeWordPress & { next: number } = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...{ password: 'abcd efgh', posts: [], files: [], terms: [], requests: [], next: 10 },
    capabilities: Object.fromEntries(CAPABILITIES.map(name => [name, true])),
    before: '',
    stored: html => html,
    fault: () => undefined,
    hides: () => false,
    ...{ hasPermalinks: true, hasBin: true, skewMs: 0 },
    clone: () => JSON.stringify({ posts: site.posts, files: site.files, next: site.next }),
    restore(state) {
      Object.assign(site, JSON.parse(state))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return site
}

type Site = FakeWordPress & { next: number }

async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url ?? '', site.url)
  const route = url.searchParams.get('rest_route')
  const isPretty = route === null
  const path = isPretty ? url.pathname.replace(/^\/wp-json/, '') || '/' : route
  const method = url.searchParams.get('_method') ?? request.method ?? ''
  site.requests.push(`${method} ${path}`)
  const fault = await site.fault(method, path, site.requests.length, url.searchParams)
  if (fault === 'silent') return
  response.setHeader('date', new Date(Date.now() + site.skewMs).toUTCString())
  if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end(fault.body)
  if (isPretty && !site.hasPermalinks)
    return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
  const [status, body] = reply(site, method, path, url.searchParams, request, Buffer.concat(chunks))
  if (fault === 'lost') return void request.socket.destroy()
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(`${site.before}${JSON.stringify(body)}`)
}

const refusal = (status: number, code: string, message: string): [number, unknown] => [
  status,
  { code, message, data: { status } },
]

function reply(
  site: Site,
  method: string,
  path: string,
  query: URLSearchParams,
  { headers }: IncomingMessage,
  body: Buffer,
): [number, unknown] {
  if (path === '/')
    return [
      200,
      {
        name: 'Site',
        home: site.url,
        namespaces: ['wp/v2'],
        authentication: { 'application-passwords': {} },
      },
    ]
  const given = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  if (!headers.authorization) return refusal(401, 'rest_not_logged_in', 'You are not currently logged in.')
  if (given !== `editor:${site.password}`)
    return refusal(401, 'incorrect_password', 'The provided password is an invalid application password.')
  const list = (name: string) => query.getAll(`${name}[]`)
  const [, base = '', id] = /^\/wp\/v2\/([\w-]+)(?:\/([\w-]+))?$/.exec(path) ?? []
  if (base === 'users' && id === 'me')
    return [200, { id: 1, slug: 'editor', capabilities: site.capabilities }]
  if (base === 'users') return [200, [{ id: 2, slug: 'office', name: 'School Office' }]]
  if (base === 'types') {
    if (id !== 'post' && id !== 'page') return refusal(404, 'rest_type_invalid', 'Invalid post type.')
    const capabilities = Object.fromEntries(CAPABILITIES.map(name => [name, name]))
    const taxonomies = id === 'post' ? ['category', 'post_tag'] : []
    return [200, { slug: id, name: `${id}s`, rest_base: `${id}s`, taxonomies, capabilities }]
  }
  if (base === 'categories' || base === 'tags') {
    if (method === 'GET')
      return [
        200,
        site.terms.filter(term => term.base === base && term.name.includes(query.get('search') ?? '')),
      ]
    site.terms.push({ id: ++site.next, base, ...JSON.parse(`${body}`) })
    return [201, site.terms.at(-1)]
  }
  if (base === 'media' && method === 'GET')
    return [200, site.files.filter(({ slug }) => list('slug').includes(slug)).map(fileOf(site))]
  if (base === 'media') {
    const slug = query.get('slug') ?? ''
    site.files.push({ id: ++site.next, slug, alt: query.get('alt_text') ?? '', bytes: body })
    return [201, site.files.map(fileOf(site)).at(-1)]
  }
  const all = site.posts.filter(({ type }) => `${type}s` === base)
  const post = id === undefined ? undefined : all.find(one => `${one.id}` === id)
  if (id !== undefined && !post) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.')
  if (method === 'GET' && post) return [200, postOf(site)(post)]
  if (method === 'GET') {
    const found = all.filter(
      post =>
        !site.hides(post) &&
        list('status').includes(post.status) &&
        (list('include').length === 0 || list('include').includes(`${post.id}`)) &&
        (list('slug').length === 0 || list('slug').includes(post.slug)) &&
        post.content.includes(query.get('search') ?? ''),
    )
    return [200, found.map(postOf(site))]
  }
  if (method === 'DELETE' && post) {
    if (!site.hasBin) return refusal(501, 'rest_trash_not_supported', 'The post does not support trashing.')
    if (post.status === 'trash') return refusal(410, 'rest_already_trashed', 'Already deleted.')
    Object.assign(post, { status: 'trash', slug: `${post.slug}__trashed` })
    return [200, postOf(site)(post)]
  }
  return [post ? 200 : 201, postOf(site)(write(site, base, post, JSON.parse(`${body}`)))]
}

function write(
  site: Site,
  base: string,
  post: FakePost | undefined,
  fields: Record<string, unknown>,
): FakePost {
  const { title, content, excerpt, slug, status, date_gmt, featured_media, ...others } = fields
  const one = post ?? {
    ...{ id: ++site.next, type: base.slice(0, -1), status: 'draft', slug: '', title: '', content: '' },
    ...{ excerpt: '', date_gmt: '', featured_media: 0, parent: 0, fields: {} },
  }
  if (!post) site.posts.push(one)
  if (title !== undefined) one.title = site.stored(`${title}`)
  if (content !== undefined) one.content = site.stored(`${content}`)
  if (excerpt !== undefined) one.excerpt = site.stored(`${excerpt}`)
  if (date_gmt !== undefined) one.date_gmt = `${date_gmt}`
  if (featured_media !== undefined) one.featured_media = Number(featured_media)
  if (one.status === 'trash' && status !== undefined) one.slug = one.slug.replace('__trashed', '')
  if (status !== undefined)
    one.status =
      status === 'publish' && Date.parse(`${one.date_gmt}Z`) > Date.now() + site.skewMs
        ? 'future'
        : `${status}`
  if (slug !== undefined) {
    const isTaken = (name: string) => site.posts.some(other => other !== one && other.slug === name)
    one.slug = isTaken(`${slug}`) ? `${slug}-2` : `${slug}`
  }
  Object.assign(one.fields, others)
  return one
}

const fileOf = (site: Site) => (file: FakeFile) => ({
  ...{ id: file.id, slug: file.slug, source_url: `${site.url}wp-content/uploads/${file.id}.png` },
})

const postOf =
  (site: Site) =>
  ({ title, content, excerpt, fields: _, type, ...post }: FakePost) => ({
    ...post,
    ...{ link: `${site.url}?p=${post.id}`, title: { raw: title }, content: { raw: content } },
    ...(type === 'post' && { excerpt: { raw: excerpt } }),
  })
