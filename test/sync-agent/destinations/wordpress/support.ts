/** A store whose news becomes posts of a WordPress site, without the rest of an agent, at any time of any day. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { wordPressFollowers } from '../../../../sync-agent/destinations/wordpress/follower.ts'
import {
  openWordPressAdmin,
  type WordPressAdmin,
  type WordPressSettings,
} from '../../../../sync-agent/index.ts'
import { type FilledStore, fillStore, type Running } from '../../log/support.ts'
import { ingested } from '../../support.ts'
import { type FakePost, type FakeWordPress, startFakeWordPress } from './fake-wordpress.ts'

export const SIGNAL = new AbortController().signal

/** A site, and the password of its user `editor`. */
export interface Site extends AsyncDisposable {
  url: string
  password: string
}

export interface PostBox<Of extends Site> extends Omit<FilledStore, 'begin' | 'run'>, Running {
  site: Of
  /** Where the news comes from, with pictures. */
  service: PictureHost
  admin: WordPressAdmin
  passwordFile: string
  add(settings?: Partial<WordPressSettings>): ReturnType<WordPressAdmin['add']>
}

export interface PictureHost extends AsyncDisposable {
  url: string
  /** Paths and what stands there in place of a picture: a status, or bytes. */
  others: Map<string, number | Buffer>
  asked: string[]
}

export const titled = (newsId: string, newsTitle: string, more = {}) =>
  ingested(newsId, { newsTitle, ...more })
export const titles = ({ site }: PostBox<FakeWordPress>) =>
  site.posts
    .filter(({ status }) => status === 'publish')
    .map(({ title }) => title)
    .toSorted()
export const postNamed = ({ site }: PostBox<FakeWordPress>, newsId: string): FakePost => {
  const post = site.posts.find(({ slug }) => slug.startsWith(`academy-en-us-${newsId}`))
  if (!post) throw new Error(`no post of ${newsId}`)
  return post
}

export const postBox = (): Promise<PostBox<FakeWordPress>> => postBoxAt(startFakeWordPress)

export async function postBoxAt<Of extends Site>(start: () => Promise<Of>): Promise<PostBox<Of>> {
  await using all = new AsyncDisposableStack()
  const site = all.use(await start())
  const service = all.use(await startPictureHost())
  const { begin: _, run, ...box } = all.use(await fillStore())
  const admin = all.use(await openWordPressAdmin(box.db, box.clock))
  const passwordFile = box.files.path('password')
  writeFileSync(passwordFile, `${site.password}\n`, { mode: 0o600 })
  const running = run(() =>
    wordPressFollowers({
      store: box.store,
      zone: 'Asia/Hong_Kong',
      serviceUrl: `${service.url}/cms`,
      clock: box.clock,
    }),
  )
  const kept = all.move()
  return {
    ...{ ...box, ...running, site, service, admin, passwordFile },
    add: settings =>
      admin.add(
        {
          ...{ address: site.url, user: 'editor', passwordFile, type: 'post', status: 'publish' },
          ...{
            categories: [],
            tags: [],
            author: undefined,
            fields: {},
            siteIds: undefined,
            langs: undefined,
          },
          ...{ since: undefined, overwrites: false, mediaHosts: [], requestsPerSecond: 100_000 },
          ...{ isPaused: false, ...settings },
        },
        SIGNAL,
      ),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function startPictureHost(): Promise<PictureHost> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer()
  const others: PictureHost['others'] = new Map()
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const given = others.get(url) ?? png
    if (typeof given === 'number') response.writeHead(given).end()
    else response.end(given)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ others, asked },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
