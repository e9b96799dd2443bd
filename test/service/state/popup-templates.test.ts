/** States of versions in which a school could write its own templates of popup messages: all else of them is taken in. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createStateFile } from '../../../service/state/state-file.ts'
import { APPLICATION_ID, MIGRATIONS } from '../../../service/store/migrations.ts'
import { openDatabase, type SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { scratch } from '../../support/scratch.ts'
import { type SmallSchool, startSmallSchool } from '../../support/small-school.ts'
import { zipOf } from '../../support/zip.ts'
import { firstFormOf } from './first-form.ts'

/** The last one with the templates. */
const SCHEMA = 15

function fillOld(database: SqliteDatabase): void {
  database.exec(`
    INSERT INTO school VALUES (1, 'Old', '舊', 'old', 0, '');
    INSERT INTO popup (popup_id, display_date, on_website, title_en, body_en, title_zh, body_zh)
    VALUES (7, '20261101080000', 1, 'Rain', '', '', '');
    INSERT INTO popup_site VALUES (7, 'academy');
    INSERT INTO popup_template VALUES ('black-rain', 'Accept', 'Our own', '', '', '')`)
}

function expectOld({ service }: SmallSchool): void {
  expect(service.app.id).toBe('old')
  expect(service.popups.list().map(({ popupId }) => popupId)).toEqual([7])
  expect(service.state.holds()).not.toHaveProperty('popup_template')
}

it('a store of such a version keeps the rest', async () => {
  using place = scratch()
  const older = openDatabase({
    ...{ path: place.path('service.db'), purpose: 'a store', applicationId: APPLICATION_ID },
    migrations: MIGRATIONS.slice(0, SCHEMA),
  })
  fillOld(older)
  older.close()
  await using school = await startSmallSchool({ dataDir: place.folder })
  expectOld(school)
})

it('a snapshot of such a version is gone back to', async () => {
  using place = scratch()
  await using school = await startSmallSchool({ dataDir: place.path('data') })
  const { snapshots } = school.service.state
  const { snapshotId } = snapshots.take('With templates')
  const [name = ''] = readdirSync(place.path('data', 'snapshots'))
  const file = place.path('data', 'snapshots', name)
  rmSync(file)
  const old = createStateFile(file, SCHEMA)
  fillOld(old)
  old.close()
  snapshots.apply(snapshotId)
  expectOld(school)
})

it.each([
  ['as a database', (old: SqliteDatabase) => [{ name: 'school.db', bytes: old.serialize() }]],
  ['in the first form', firstFormOf],
])('a file that was exported by such a version %s is imported', async (_, archive) => {
  using place = scratch()
  const old = createStateFile(':memory:', SCHEMA)
  fillOld(old)
  writeFileSync(place.path('old.zip'), zipOf(archive(old)))
  await using school = await startSmallSchool({ seed: place.path('old.zip') })
  expectOld(school)
})
