/** The address of a database, where its password comes from, and what its errors mean. */
import { chmodSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { StoreError } from '../../../shared/sqlite/open.ts'
import { postgresAddress } from '../../../sync-agent/store/postgres/address.ts'
import { isConnectionLost, isUnanswered, postgresFault } from '../../../sync-agent/store/postgres/faults.ts'
import { passwordFrom } from '../../../sync-agent/store/postgres/password.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'

let files: Scratch
beforeEach(() => {
  files = scratch()
  for (const name of ['PGPASSWORD', 'PGPASSFILE', 'PGSSLMODE', 'PGSSLROOTCERT']) vi.stubEnv(name, undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    files[Symbol.dispose]()
  })
})

describe('an address', () => {
  it('names server, user, database and schema', () => {
    const { name, schema, database, client, isTlsOptional } = postgresAddress(
      'postgres://clerk@db.example:5433/school?schema=news',
    )
    expect(name).toBe('database school (schema news) at db.example:5433')
    expect([schema, database, isTlsOptional]).toEqual(['news', 'school', true])
    expect(client).toMatchObject({ host: 'db.example', port: 5433, user: 'clerk', database: 'school' })
    expect(client.password).toBeTypeOf('function')
  })

  it.each([
    ['postgres://db.example/school', 'database school (schema schoolbell) at db.example'],
    ['postgres:///school', 'database school (schema schoolbell) at this machine'],
    ['postgres:///school?host=/run/postgresql', 'database school (schema schoolbell) at /run/postgresql'],
    ['postgres://db.example/school?port=6000', 'database school (schema schoolbell) at db.example:6000'],
    ['postgres://db.example:65535/school?port=', 'database school (schema schoolbell) at db.example:65535'],
  ])('%s is named %s', (db, name) => {
    expect(postgresAddress(db).name).toBe(name)
  })

  it.each([
    ['', true, true],
    ['?sslmode=prefer', true, true],
    ['?sslmode=allow', true, true],
    ['?sslmode=disable', false, false],
    ['?sslmode=require', true, false],
    ['?sslmode=verify-full', true, false],
    ['?host=/run/postgresql', false, true],
  ])('with %j has TLS %s, and may do without %s', (query, hasTls, isTlsOptional) => {
    const address = postgresAddress(`postgres://db.example/school${query}`)
    expect([Boolean(address.client.ssl), address.isTlsOptional]).toEqual([hasTls, isTlsOptional])
  })

  it('takes what it does not say of TLS from the environment, as other programs do', () => {
    vi.stubEnv('PGSSLMODE', 'disable')
    expect(postgresAddress('postgres://db.example/school').client.ssl).toBe(false)
    expect(postgresAddress('postgres://db.example/school?sslmode=require').client.ssl).toBeTruthy()
    vi.stubEnv('PGSSLMODE', 'verify-ca')
    const missing = files.path('missing.crt')
    vi.stubEnv('PGSSLROOTCERT', missing)
    expect(() => postgresAddress('postgres://db.example/school')).toThrow(
      expect.objectContaining({
        code: 'STORE_UNUSABLE',
        message: `${missing}, for the database’s TLS, cannot be used: it does not exist (ENOENT)`,
      }),
    )
  })

  const refused = (reason: string) =>
    expect.objectContaining({ code: 'STORE_ADDRESS', message: expect.stringContaining(reason) })
  it.each([
    ['postgres://a b/c', 'is no address of a database'],
    ['postgres://clerk:sesame@db.example/school', 'must not hold a password'],
    ['postgres://db.example/school?password=sesame', 'must not hold a password'],
    ['postgres://clerk/se@same', 'must not hold a password'],
    ['postgres://db.example/school?x=@same', 'must not hold a password'],
    ['postgres://db.example/school#@same', 'must not hold a password'],
    ['postgres://clerk:se@same@db.example/school', 'must not hold a password'],
    ['postgres://clerk:12?sesame@db.example/school', 'must not hold a password'],
    ['postgres://clerk@db:sesame@db.example/school', 'must not hold a password'],
    ['postgres://clerk/db:sesame@db.example/school', 'must not hold a password'],
    ['postgres://clerk:sesame/school', 'is no address of a database'],
    ['postgres://clerk%ff@db.example/school', 'cannot be used: URI malformed'],
    [
      'postgres://db.example/school?sslmodus=require',
      'has the parameter sslmodus; known are host, port, sslmode,',
    ],
    ['postgres://db.example/school?sslmode=maybe', 'has the sslmode maybe; known are disable, allow,'],
    ['postgres://', 'names no database'],
    ['postgres://db.example/', 'names no database'],
    ['postgres://db.example/school?schema=', 'names no schema'],
    ['postgres://db.example/school?port=0', 'has the port 0; it is a number up to 65535'],
    ['postgres://db.example/school?port=65536', 'has the port 65536'],
    ['postgres://db.example/school?port=none', 'cannot be used: Invalid port: none'],
  ])('%s is refused', (db, reason) => {
    expect(() => postgresAddress(db)).toThrow(refused(`the store’s address ${reason}`))
    expect(() => postgresAddress(db)).not.toThrow('same')
  })

  it('is named in messages by the caller’s words', () => {
    const words = { address: 'the receiver', passwordOption: '--password-file' }
    expect(() => postgresAddress('postgres://clerk:sesame@db.example/school', words)).toThrow(
      refused(
        'the receiver must not hold a password, which other users of this machine could read; give it in PGPASSWORD, or name a file: --password-file, PGPASSFILE',
      ),
    )
  })

  it('may name the file of its password', async () => {
    const file = files.path('password')
    writeFileSync(file, 'sesame\n')
    const { client } = postgresAddress(`postgres://db.example/school?passwordfile=${file}`)
    expect(await (client.password as () => Promise<string>).call({})).toBe('sesame')
  })
})

describe('a password', () => {
  /** What pg gets, and whether its client was ended. */
  async function asked(file?: string) {
    let isEnded = false
    const client = {
      host: 'db.example',
      port: 5432,
      database: 'school',
      user: 'clerk',
      end: async () => {
        isEnded = true
      },
    }
    const read = passwordFrom('database school', file, '--db-password-file')
    const got = await read.call(client).catch(error => error)
    return { got, isEnded }
  }
  const refused = (message: string) => ({
    got: expect.objectContaining({ code: 'STORE_REFUSED', message }),
    isEnded: true,
  })

  it.each([
    ['sesame', 'sesame'],
    ['sesame\n', 'sesame'],
    ['sesame\r\n', 'sesame'],
    [' se same \n\n', ' se same \n'],
    ['se\nsame\n', 'se\nsame'],
  ])('is what its file %j holds, but for the end of the line', async (content, password) => {
    const file = files.path('password')
    writeFileSync(file, content)
    expect(await asked(file)).toEqual({ got: password, isEnded: false })
    writeFileSync(file, 'changed')
    expect((await asked(file)).got).toBe('changed')
  })

  it('of a file that is empty or missing lets nobody wait', async () => {
    const file = files.path('password')
    expect(await asked(file)).toEqual(
      refused(`${file}, the database’s password, cannot be used: it does not exist (ENOENT)`),
    )
    writeFileSync(file, '\n')
    expect(await asked(file)).toEqual(refused(`${file}, the database’s password, is empty`))
  })

  it('is otherwise in the environment, or in the file that other programs read', async () => {
    const missing = refused(
      'the database school asks for a password; name its file with --db-password-file, or give it in PGPASSWORD or the file of PGPASSFILE, which only its owner may read',
    )
    const passFile = files.path('pgpass')
    vi.stubEnv('PGPASSFILE', passFile)
    expect(await asked()).toEqual(missing)
    writeFileSync(passFile, 'db.example:5432:school:clerk:of the file\n')
    chmodSync(passFile, 0o600)
    expect(await asked()).toEqual({ got: 'of the file', isEnded: false })
    vi.stubEnv('PGPASSWORD', '')
    expect((await asked()).got).toBe('of the file')
    vi.stubEnv('PGPASSWORD', 'sesame')
    expect(await asked()).toEqual({ got: 'sesame', isEnded: false })
  })
})

describe('what the database says', () => {
  const said = (code: string, message = 'no') => Object.assign(new Error(message), code && { code })

  it.each([
    ['28P01', 'STORE_REFUSED', 'refuses this user or its password'],
    ['3D000', 'STORE_REFUSED', 'does not exist'],
    ['42501', 'STORE_UNUSABLE', 'make the role the owner'],
    ['53100', 'STORE_FULL', 'its disk is full'],
    ['25006', 'STORE_READ_ONLY', 'is read-only'],
    ['08006', 'STORE_UNREACHABLE', 'takes no connection now'],
    ['57P01', 'STORE_UNREACHABLE', 'takes no connection now'],
    ['53300', 'STORE_UNREACHABLE', 'takes no connection now'],
    ['42P01', 'STORE_UNREACHABLE', 'has no store any more'],
    ['57014', 'STORE_BUSY', 'did not answer in time'],
    ['55P03', 'STORE_BUSY', 'did not answer in time'],
    ['25P03', 'STORE_BUSY', 'did not answer in time'],
    ['54000', 'STORE_UNUSABLE', 'no room for a key'],
    ['XX001', 'STORE_CORRUPT', 'is damaged'],
    ['XX002', 'STORE_CORRUPT', 'is damaged'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'STORE_UNREACHABLE', 'certificate of another host'],
    ['CERT_HAS_EXPIRED', 'STORE_UNREACHABLE', 'not trusted'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'STORE_UNREACHABLE', 'not trusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'STORE_UNREACHABLE', 'not trusted'],
    ['ECONNREFUSED', 'STORE_UNREACHABLE', 'cannot be reached'],
    ['EAI_AGAIN', 'STORE_UNREACHABLE', 'cannot be reached'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'STORE_UNREACHABLE', 'cannot be reached'],
  ])('%s is %s', (code, fault, what) => {
    const error = said(code)
    expect(postgresFault('database school', error)).toEqual(
      expect.objectContaining({
        code: fault,
        cause: error,
        message: expect.stringMatching(`^the database school .*${what}.*\\(no\\)$`),
      }),
    )
  })

  it.each([
    ['transaction blocks not allowed in statement pooling mode', 'STORE_UNUSABLE', 'in statement mode'],
    ['The server does not support SSL connections', 'STORE_UNREACHABLE', 'has no TLS'],
    ['timeout exceeded when trying to connect', 'STORE_BUSY', 'did not answer in time'],
    [
      'Client has encountered a connection error and is not queryable',
      'STORE_UNREACHABLE',
      'has lost a connection',
    ],
    ['Connection terminated unexpectedly', 'STORE_UNREACHABLE', 'cannot be reached'],
    ['timeout expired', 'STORE_UNREACHABLE', 'cannot be reached'],
    ['There was an error establishing an SSL connection', 'STORE_UNREACHABLE', 'cannot be reached'],
    ['Query read timeout', 'STORE_UNREACHABLE', 'cannot be reached'],
    ['Client was closed and is not queryable', 'STORE_UNREACHABLE', 'cannot be reached'],
  ])('without a code, %j is %s', (message, fault, what) => {
    expect(postgresFault('database school', said('', message))).toMatchObject({
      code: fault,
      message: expect.stringContaining(what),
    })
  })

  it('is shown by its code where it has no words', () => {
    expect(postgresFault('database school', said('ECONNREFUSED', ''))).toMatchObject({
      message: expect.stringMatching(/\(ECONNREFUSED\)$/),
    })
  })

  it('that means nothing to an operator stays as it is', () => {
    const store = new StoreError('STORE_BUSY', 'ours')
    const once = postgresFault('database school', said('08P01', 'not allowed in statement pooling mode'))
    const known = [said('22P02'), said('23505', 'timeout expired'), new Error('no'), 'a text', undefined]
    for (const error of [...known, store, once]) expect(postgresFault('database school', error)).toBe(error)
  })

  it('tells a connection that was lost from an answer', () => {
    const lost = [
      said('08006'),
      said('57P01'),
      said('ECONNRESET'),
      said('EPIPE'),
      said('', 'Connection terminated unexpectedly'),
      said('', 'Client has encountered a connection error and is not queryable'),
    ]
    expect(lost.map(isConnectionLost)).toEqual(lost.map(() => true))
    for (const error of [
      said('23505'),
      said('23505', 'the key 5708 exists'),
      said('ECONNREFUSED'),
      said('40P01', 'Connection terminated'),
      new Error('no'),
      undefined,
    ])
      expect(isConnectionLost(error)).toBe(false)
    expect([said('', 'Query read timeout'), said('', 'other'), undefined].map(isUnanswered)).toEqual([
      true,
      false,
      false,
    ])
  })
})
