import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { incomingMailEndpoints as incomingMail } from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileStoreOf, filesIn, keyFileOf, requireFileKey } from '../../open.ts'
import { backUp, type DataFolder, restore } from '../../operation/backups/restore.ts'
import { moment } from '../../platform/clock.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../testing/databases.ts'
import { addDocument, pdfOf, pngOf } from '../../testing/documents.ts'
import { openBucket } from '../../testing/file-stores.ts'
import { raise } from '../../testing/requests.ts'
import { serve } from '../../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'
import { sweepFiles } from './commands/documents.ts'
import { verifyFiles } from './commands/stored-files.ts'

const [sqlite] = databases as [DatabaseKind]
const backups = mkdtempSync(join(tmpdir(), 'check-requests-backups-'))

let place: TestPlace
let folder: DataFolder
let world: World
let request: number
beforeAll(async () => {
  place = await sqlite.create('world')
  const files = fileStoreOf({ dataDir: place.where, filesAt: undefined })
  folder = { dataDir: place.where, keyFile: keyFileOf({ dataDir: place.where, macKeyFile: undefined }), files }
  world = await begin()
  request = (await raise(world, 'requester-group', 'NWG/TOY/SVC')).id
  await add('one.pdf', await pdfOf('one'))
})
afterAll(async () => {
  await world.close()
  await place.drop()
  rmSync(backups, { recursive: true })
})

let ids: World['ids'] | undefined

async function begin(): Promise<World> {
  const database = await place.open()
  ids ??= await idsOf(database)
  return worldOf(await serve(database, { config: { dataDir: place.where } }), database, ids)
}

async function add(name: string, content: Uint8Array) {
  const reply = await addDocument(await world.as('requester-group'), { request }, { name, content })
  if (reply.status !== 201) throw new Error(reply.message)
}

const filesBeside = () => filesIn(join(backups, 'files'), folder.keyFile)
const countFiles = (where: string) =>
  readdirSync(join(where, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

test('copies each document to the backup folder only once', async () => {
  expect(await backUp(folder, join(backups, 'first.db'), Date.now())).toMatchObject({ documents: 1 })
  await add('two.png', pngOf(7, 7))
  expect(await backUp(folder, join(backups, 'second.db'), Date.now())).toMatchObject({ documents: 2 })
  expect(countFiles(backups)).toBe(2)
  expect(await verifyFiles(world.database.read, filesBeside())).toEqual([])
})

test('restores missing documents from a backup', async () => {
  await world.close()
  rmSync(join(place.where, 'files'), { recursive: true })
  await restore(folder, join(backups, 'second.db'), { now: Date.now(), unverified: false })
  world = await begin()
  expect(await verifyFiles(world.database.read, world.services.files)).toEqual([])
  expect(countFiles(place.where)).toBe(2)
})

test('refuses to restore a backup with a missing or replaced document', async () => {
  await world.close()
  const [name = ''] = readdirSync(join(backups, 'files'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.length > 60,
  )
  const path = join(backups, 'files', name)
  writeFileSync(path, 'something else')
  const restoring = restore(folder, join(backups, 'second.db'), { now: Date.now(), unverified: false })
  await expect(restoring).rejects.toThrow(/The file for document \d \(.+\) can’t be opened\. Nothing was changed\./)
  rmSync(path)
  const again = restore(folder, join(backups, 'second.db'), { now: Date.now(), unverified: false })
  await expect(again).rejects.toThrow(/The file for document \d \(.+\) is missing\. Nothing was changed\./)
  world = await begin()
})

test('reports a file that was truncated, swapped, or removed', async () => {
  const { read } = world.database
  const rows = await read.selectFrom('attachments').selectAll().orderBy('id').execute()
  const [one, two] = rows.map(({ stored_as }) => join(place.where, 'files', stored_as.slice(0, 2), stored_as)) as [
    string,
    string,
  ]
  truncateSync(one, 40)
  rmSync(two)
  expect(await verifyFiles(read, world.services.files)).toEqual([
    `The file for document ${rows[0]?.id} (one.pdf) can’t be opened.`,
    `The file for document ${rows[1]?.id} (two.png) is missing.`,
  ])
})

test('refuses to start without the file key while documents exist, and creates no new key', async () => {
  const key = join(place.where, 'keys', 'files.json')
  expect(existsSync(key)).toBe(true)
  const settings = { dataDir: place.where, macKeyFile: undefined }
  await expect(requireFileKey(world.database.read, settings)).resolves.toBeUndefined()
  rmSync(key)
  await expect(requireFileKey(world.database.read, settings)).rejects.toThrow(`The key file ${key} is missing`)
  expect(existsSync(key)).toBe(false)
})

test('leaves no document and no file when the server is killed during an upload', async () => {
  const incoming = join(place.where, 'files', 'incoming')
  mkdirSync(incoming, { recursive: true })
  writeFileSync(join(incoming, 'left'), 'half a file')
  await sweepFiles({ ...world.services, clock: () => Date.now() + 3_700_000 })
  expect(readdirSync(incoming)).toEqual([])
})

test('backs up documents and kept emails from one bucket and restores them to another bucket', async () => {
  const [bucket, another] = [await openBucket(), await openBucket()]
  const other = await sqlite.create('world')
  const database = await other.open()
  const config = { dataDir: other.where, ...bucket.config }
  const inBucket = worldOf(await serve(database, { config }), database, await idsOf(database))
  const { id } = await raise(inBucket, 'requester-group', 'NWG')
  await addDocument(await inBucket.as('requester-group'), { request: id }, { name: 'a.png', content: pngOf(8, 8) })
  expect(existsSync(join(other.where, 'files', 'incoming'))).toBe(true)
  const mail = await keepMail(inBucket, await pdfOf('AMOUNT DUE $646.70'))

  const keyFile = keyFileOf({ dataDir: other.where, macKeyFile: undefined })
  const backup = join(backups, 'bucket', 'one.db')
  mkdirSync(join(backups, 'bucket'))
  const from = { dataDir: other.where, keyFile, files: fileStoreOf(config) }
  expect(await backUp(from, backup, Date.now())).toMatchObject({ documents: 2 })
  await inBucket.close()
  await restore({ ...from, files: fileStoreOf({ ...config, ...another.config }) }, backup, {
    now: Date.now(),
    unverified: false,
  })

  const restored = await other.open()
  const again = worldOf(await serve(restored, { config: { ...config, ...another.config } }), restored, inBucket.ids)
  expect(await verifyFiles(restored.read, again.services.files)).toEqual([])
  const body = { user_id: again.ids.people['requester-group'] }
  const given = await (await again.as('admin-group', 'admin')).call(incomingMail.give, {
    params: { id: mail.id },
    body,
  })
  expect(given).toMatchObject({ status: 200 })
  await again.services.files.remove({ storedAs: mail.stored_as ?? '' })
  await restored.transact((trx) =>
    trx
      .insertInto('received_mails')
      .values({ ...mail, id: 99, content_key: 'x' })
      .execute(),
  )
  expect(await verifyFiles(restored.read, again.services.files)).toEqual(['The file for kept email 99 is missing.'])
  await again.services.mailParser.stop()
  await again.close()
  for (const place of [other, bucket, another]) await place.drop()
})

/** Keeps an email with an invoice for an admin. */
async function keepMail({ services: { files, database }, ids }: World, content: Buffer) {
  const attachments = [{ filename: 'invoice.pdf', content }]
  const composed = createTransport({ streamTransport: true, buffer: true })
  const { message } = await composed.sendMail({ from: 'someone@else.example', to: 'requests@example.com', attachments })
  const received = await files.receive(Readable.from([message]), 1_000_000)
  const { storedAs: stored_as, size } = await received.keep()
  const row = { dealer_group_id: ids.places.NWG, dealership_id: null, content_key: 'one', reason: 'unknown' } as const
  const said = { sender: 'someone@else.example', subject: 'Invoice', files: '["invoice.pdf"]' }
  return database.transact((trx) => {
    const kept = { ...row, ...said, stored_as, size, received_at: moment(Date.now()) }
    return trx.insertInto('received_mails').values(kept).returningAll().executeTakeFirstOrThrow()
  })
}
