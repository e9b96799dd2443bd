/** The script that uploads published files: what it asks of rclone, which is a stand-in here. The real one: real/storage.test.ts. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Scratch, scratch } from '../support/scratch.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', 'docs', 'files', 'storage', 'upload-with-rclone.sh')
const FOREVER = 'public, max-age=31536000, immutable'
const ODD = 'media/aa/節目 #1 $(touch x) "2".png'

let files: Scratch
beforeEach(() => {
  files = scratch()
  mkdirSync(files.path('bin'))
  rclone('sed "s/^/  /" "$list" >> "$CALLS"')
})
afterEach(() => files[Symbol.dispose]())

/** @param then shell; `$list` is the file with the paths */
function rclone(then: string): void {
  const options = `for one; do
    case $before in --files-from-raw) list=$one ;; --header-upload) header=$one ;; esac
    before=$one
  done`
  const script = `#!/bin/sh\nact=$1 before= header=\n${options}\necho "$act|$header|$one" >> "$CALLS"\n${then}\n`
  writeFileSync(files.path('bin', 'rclone'), script, { mode: 0o700 })
}

function upload(lines: string[], env: Record<string, string> = { STORAGE: 'school:files' }) {
  const PATH = `${files.path('bin')}:${process.env.PATH}`
  const { status, stderr } = spawnSync(SCRIPT, {
    ...{ input: lines.map(line => `${line}\n`).join(''), encoding: 'utf8', cwd: files.path('bin') },
    env: { PATH, CALLS: files.path('calls'), TMPDIR: files.path('bin'), ...env },
  })
  return { status, stderr }
}
const calls = () => readFileSync(files.path('calls'), 'utf8').trimEnd().split('\n')

// Promise: website/upload
it('each kind goes in one call, in the order of the lines, with its time in caches; removals last', () => {
  const lines = [
    ...[
      `+${ODD}`,
      '+popups/school-popup-0a1b2c.js',
      '+pages/style.css',
      '+news/academy/en-US/entries/n1.json',
    ],
    ...['+pages/academy/en-US/entries/page-1.html', '+news/academy/en-US/page-1.json'],
    ...[
      '+news/academy/en-US/index.json',
      '+feeds/academy/en-US.rss',
      '+popups/academy/en-US.json',
      '+popups/academy.js',
    ],
    ...['-pages/academy/en-US/entries/n0.html'],
  ]
  expect(upload(lines)).toEqual({ status: 0, stderr: '' })
  const copy = (cache: string) => `copy|Cache-Control: ${cache}|school:files`
  const written = calls()
  expect(written.filter(line => line.startsWith('  '))).toEqual(lines.map(line => `  ${line.slice(1)}`))
  expect(written.filter(line => !line.startsWith('  '))).toEqual([
    ...[copy(FOREVER), copy('public, max-age=60'), copy('public, max-age=60'), copy('public, max-age=60')],
    ...[copy('public, max-age=15'), 'delete||school:files'],
  ])
})

it('one that is ended leaves nothing in the folder for temporary files', () => {
  rclone('kill -TERM $PPID; exit 0')
  expect(upload(['+pages/academy/en-US/entries/n1.html', '+pages/academy/en-US/index.html']).status).toBe(143)
  expect(calls()).toHaveLength(1)
  expect(readdirSync(files.path('bin'))).toEqual(['rclone'])
})

it('an error ends it, so that nothing links to what is missing', () => {
  rclone('exit 7')
  expect(upload(['+pages/academy/en-US/entries/n1.html', '+pages/academy/en-US/index.html']).status).toBe(7)
  expect(calls()).toHaveLength(1)
})

it('says what it needs', () => {
  const { status, stderr } = upload(['+pages/index.html'], {})
  expect(status).not.toBe(0)
  expect(stderr).toMatch(/STORAGE: set it to a remote of rclone with a folder, as in school:news-files/)
})
