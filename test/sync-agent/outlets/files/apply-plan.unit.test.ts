/** How a folder is brought to a plan, step by step. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { applyPlan, newTally } from '../../../../sync-agent/outlets/files/apply-plan.ts'
import { type Folder, openFolder } from '../../../../sync-agent/outlets/files/folder.ts'
import { manifestText, readManifest, writeManifest } from '../../../../sync-agent/outlets/files/manifest.ts'
import type { Stage } from '../../../../sync-agent/outlets/files/planned-file.ts'
import { ACADEMY } from '../../support.ts'
import { difference, entries, everyFile, faultsIn, type School, school } from './support.ts'

let place: School
beforeEach(async () => {
  place = await school()
})
afterEach(async () => place[Symbol.asyncDispose]())

/** The folder as it is published, brought to another plan. */
async function carry(stages: readonly Stage[], differing: (folder: Folder) => Partial<Folder>) {
  const real = await openFolder(place.to, place.db)
  const folder = { ...real, ...differing(real) }
  const manifest = await readManifest(place.to)
  const save = () => writeManifest(real, manifestText(manifest))
  try {
    return await applyPlan(stages, {
      ...{
        folder,
        files: manifest.files,
        save,
        confirm: async () => undefined,
        keeps: () => false,
        tally: newTally(),
      },
      ...{ signal: new AbortController().signal, onProgress: () => undefined },
    })
  } finally {
    await save()
  }
}

const text = (path: string, source: string) =>
  ({ path, source, content: { kind: 'text', make: async () => source } }) as const
const FULL = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

it('what points to other files goes before them', async () => {
  await place.copy(entries(60))
  await place.publish()
  const faults = new Set<string>()
  const gone: string[] = []
  await carry([], real => ({
    async remove(path) {
      const removal = await real.remove(path)
      gone.push(path)
      if (gone.length % 31 === 0 || gone.length < 15) {
        for (const fault of faultsIn(place.to, [ACADEMY])) faults.add(fault)
      }
      return removal
    },
  }))
  expect([...faults]).toEqual([])
  expect(everyFile(place.to).size).toBe(0)
  const pages = gone.filter(path => /^pages.*page-\d+\.html$/.test(path))
  expect(pages.map(path => Number(/\d+/.exec(path)))).toEqual([2, 1])
  expect(gone.indexOf('pages/style.css')).toBeGreaterThan(gone.indexOf('pages/academy/en-US/entries/n1.html'))
})

it('what is new comes before what will point to it, after a run that broke off as well', async () => {
  await place.copy(entries(1))
  await place.publish()
  const [standing, added] = ['pages/academy/en-US/entries/n1.html', 'pages/academy/en-US/entries/n2.html']
  const plan = [{ files: [text(standing, 'new'), text(added, 'new')] }]
  const powerCut = new Error('power cut')
  await expect(carry(plan, () => ({ show: () => Promise.reject(powerCut) }))).rejects.toBe(powerCut)
  const shown: string[] = []
  await carry(plan, real => ({
    async show(path) {
      shown.push(path)
      await real.show(path)
    },
  }))
  expect(shown).toEqual([added, standing])
})

// Promise: operate/files-full-disk
it('a full disk ends it: what was there stays, and the next run ends the work', async () => {
  await place.copy(entries(5))
  await place.publish({ formats: ['json', 'html'] })
  const before = everyFile(place.to)
  const paths = [...before.keys()]
  const plan = [
    { files: paths.filter(path => !path.includes('/n3.')).map(path => text(path, `new ${path}`)) },
  ]
  let room = 3
  const noRoom = (real: Folder): Partial<Folder> => ({
    async prepare(path, bytes) {
      room -= 1
      if (room < 0) throw FULL
      return await real.prepare(path, bytes)
    },
  })
  await expect(carry(plan, noRoom)).rejects.toBe(FULL)
  expect(difference(before, everyFile(place.to))).toEqual([])
  await carry(plan, () => ({}))
  expect(readFileSync(`${place.to}/pages/index.html`, 'utf8')).toBe('new pages/index.html')
  expect(difference(before, everyFile(place.to))).toHaveLength(paths.length)
  expect(readdirSync(place.to, { recursive: true }).filter(name => `${name}`.endsWith('.new'))).toEqual([])
})

it('what a crash has left is made again, also when the plan is as it was before', async () => {
  await place.copy(entries(1))
  await place.publish({ formats: ['json'] })
  const path = 'news/academy/en-US/entries/n1.json'
  await carry([{ files: [text(path, 'one')] }], () => ({}))
  // It dies between the file and the manifest.
  const dead = () => new Promise<never>(() => undefined)
  const shown = Promise.withResolvers<void>()
  void carry([{ files: [text(path, 'two')] }], real => ({
    async show(name) {
      await real.show(name)
      if (name !== path) return
      shown.resolve()
      await dead()
    },
  }))
  await shown.promise
  expect(readFileSync(`${place.to}/${path}`, 'utf8')).toBe('two')
  await carry([{ files: [text(path, 'one')] }], () => ({}))
  expect(readFileSync(`${place.to}/${path}`, 'utf8')).toBe('one')
})

it('a full disk leaves no temporary file, which would need the room', async () => {
  await place.copy(entries(3))
  await place.publish()
  const stages = [{ files: [text('pages/new-1.html', 'one'), text('pages/new-2.html', 'two')] }]
  const full = carry(stages, real => ({
    async prepare(path, bytes) {
      if (path !== 'pages/new-2.html') return real.prepare(path, bytes)
      await real.prepare(path, bytes.subarray(1))
      throw FULL
    },
  }))
  await expect(full).rejects.toThrow('ENOSPC')
  expect(readdirSync(place.to, { recursive: true }).filter(name => `${name}`.endsWith('.new'))).toEqual([])
})

it('a folder that others remove meanwhile ends the publication, and asks for no new plan', async () => {
  const original = place.path('picture')
  writeFileSync(original, 'a picture')
  const sha256 = createHash('sha256').update('a picture').digest('hex')
  const content = { kind: 'copy', original, sha256 } as const
  const stages = [{ files: [{ path: 'media/a/picture.png', source: '1', content }] }]
  const publish = () =>
    carry(stages, real => ({
      async prepareFrom(...wanted) {
        await real.prepareFrom(...wanted)
        rmSync(`${place.to}/media`, { recursive: true })
        return real.prepareFrom(...wanted)
      },
    }))
  await expect(publish()).rejects.toMatchObject({ code: 'ENOENT' })
  await carry(stages, () => ({}))
  expect([...everyFile(place.to).keys()]).toEqual(['media/a/picture.png'])
})
