/**
 * The frame in which the console shows a message or an entry as a website would: the real widget, on a page of its own.
 *
 * The console sandboxes it, so the page has no origin: it cannot reach the console, its cookie, or what it keeps. That is
 * also why its few files, which hold nothing of the school, may be loaded from anywhere.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '../../shared/server/problem.ts'
import type { ConsoleContext } from '../context.ts'
import { showDrafts } from './show-drafts.ts'

const PUBLIC = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-cache',
}

export async function previewRoutes(
  server: FastifyInstance,
  { settings, origin }: ConsoleContext,
): Promise<void> {
  const { widgetDir } = settings
  server.get('/', (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy(origin()), 'x-frame-options': 'SAMEORIGIN' })
      .type('text/html; charset=utf-8')
      .send(PAGE),
  )
  server.get('/page.css', (_request, reply) =>
    reply.headers(PUBLIC).type('text/css; charset=utf-8').send(STYLE),
  )
  server.get('/page.js', (_request, reply) =>
    reply.headers(PUBLIC).type('text/javascript; charset=utf-8').send(SCRIPT),
  )
  // A route, so that the console's own for every address does not answer.
  server.get('/*', (_request, reply) => sendProblem(reply, { status: 404, title: 'Not Found' }))
  if (!existsSync(join(widgetDir, 'school-popup.js'))) {
    server.log.warn(
      `no widget for the preview: ${widgetDir} holds no school-popup.js; npm run build:widget makes it`,
    )
    return
  }
  await server.register(fastifyStatic, {
    root: widgetDir,
    prefix: '/widget/',
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: reply => {
      reply.headers(PUBLIC)
    },
  })
}

/** Nothing but the widget runs, and pictures come from where a website's visitor would have them. */
const policy = (mediaOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' https: ${mediaOrigin}`,
    `media-src https: ${mediaOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html dompurify',
  ].join('; ')

const PAGE = `<!doctype html>
<html lang="en-HK">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Preview</title>
<link rel="stylesheet" href="page.css">
<script type="module" src="widget/school-popup.js"></script>
<script type="module" src="widget/school-news.js"></script>
<script type="module" src="page.js"></script>
</head>
<body>
<div class="bar"></div><div class="line wide"></div><div class="line"></div><div class="line short"></div>
<div class="line wide"></div><div class="line"></div>
</body>
</html>
`

/** A website, as far as one sees of it behind a message or around an entry. */
const STYLE = `html{color-scheme:light dark;background:light-dark(#eef1f3,#14191d)}
body{margin:0;min-height:100vh;overflow:hidden}
.bar{height:56px;background:light-dark(#0b5563,#0d3a43);margin-bottom:28px}
.line{height:14px;width:60%;margin:0 0 18px 6%;border-radius:7px;background:light-dark(#d5dbdf,#2a3238)}
.wide{width:84%}.short{width:38%}
body:has(school-news){overflow:auto}
school-news{display:block;max-width:44rem;margin:0 auto;padding:0 1rem 3rem;font:1.0625rem/1.6 system-ui,sans-serif}
`

const SCRIPT = `(${showDrafts})()`
