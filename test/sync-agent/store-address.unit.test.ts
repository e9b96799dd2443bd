/** Which names of a store are taken for a file. */
import { expect, it } from 'vitest'
import { refuseOtherAddress } from '../../sync-agent/is-postgres.ts'

it.each([
  'host=db.example user=clerk password=sesame',
  "dbname = school PASSWORD = 'sesame'",
  'news.db password=sesame',
  'clerk:sesame@db.example/school',
  '//clerk:sesame@db.example/school',
  '://clerk:sesame@db.example/school',
  'postgres//clerk:sesame@db.example/school',
  'jdbc:postgresql://clerk:sesame@db.example/school',
])('%s is none, and its password is not shown', name => {
  expect(() => refuseOtherAddress(name)).toThrow(
    expect.objectContaining({
      code: 'STORE_ADDRESS',
      message: expect.not.stringContaining('sesame'),
    }),
  )
})

it.each([
  'news.db',
  '/srv/user/news.db',
  '//nas/news:school@home.db',
  'C:\\news\\school.db',
  './a:b@c.db',
  'news@home.db',
  ':memory:',
  'user.db',
])('%s is one', name => {
  expect(() => refuseOtherAddress(name)).not.toThrow()
})
