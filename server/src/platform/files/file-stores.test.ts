import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileStoreOf, requireFileStore } from '../../open.ts'
import { type FilePlace, filePlaces, giveCredentials, openBucket } from '../../testing/file-stores.ts'
import { DiskStore, type FileStore } from './file-store.ts'
import { parseS3Place } from './s3-place.ts'

const whole = [0, Number.POSITIVE_INFINITY] as const
const nameOf = (letter: string) => `${letter.repeat(64)}-${letter.repeat(12)}`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-requests-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function localFile(content: string | Buffer): Promise<string> {
  const file = join(folder, `local-${crypto.randomUUID()}`)
  await writeFile(file, content)
  return file
}

async function listed(store: FileStore) {
  const found: { name: string; storedAt: number }[] = []
  for await (const file of store.list()) found.push(file)
  return found
}

describe.each(filePlaces)('files in $name', (kind) => {
  let place: FilePlace
  let store: FileStore
  beforeAll(async () => {
    place = await kind.open()
    store = fileStoreOf({ dataDir: join(folder, 'data'), ...place.config })
  })
  afterAll(() => place.drop())

  const namesIn = async () => (await listed(store)).map(({ name }) => name)

  test('are read byte for byte, in full and in ranges', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await store.put(nameOf('a'), await localFile(content))
    expect((await buffer(await store.read(nameOf('a'), ...whole))).equals(content)).toBe(true)
    const part = await buffer(await store.read(nameOf('a'), 65_530, 131_090))
    expect(part.equals(content.subarray(65_530, 131_091))).toBe(true)
    expect(await buffer(await store.read(nameOf('a'), 7, 7))).toEqual(content.subarray(7, 8))
  })

  test('can be empty', async () => {
    await store.put(nameOf('0'), await localFile(''))
    expect(await buffer(await store.read(nameOf('0'), ...whole))).toEqual(Buffer.alloc(0))
    const other = new DiskStore(join(folder, `empty-${kind.name}`))
    await other.copy(nameOf('0'), store)
    expect(await buffer(await other.read(nameOf('0'), ...whole))).toEqual(Buffer.alloc(0))
  })

  test('are listed with the time they were stored, until they are removed', async () => {
    const before = Date.now()
    await store.put(nameOf('b'), await localFile('b'))
    const found = (await listed(store)).find(({ name }) => name === nameOf('b'))
    // Servers store the time in seconds.
    expect(found?.storedAt).toBeGreaterThanOrEqual(before - 2000)
    expect(await store.has(nameOf('b'))).toBe(true)
    await store.remove(nameOf('b'))
    await store.remove(nameOf('b'))
    expect(await store.has(nameOf('b'))).toBe(false)
    expect(await namesIn()).not.toContain(nameOf('b'))
  })

  test('are reported as missing only if the storage responds', async () => {
    const reading = store.read(nameOf('c'), ...whole).then(buffer)
    await expect(reading).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('are copied from and to another store', async () => {
    const other = new DiskStore(join(folder, `other-${kind.name}`))
    await other.put(nameOf('d'), await localFile('from there'))
    await store.copy(nameOf('d'), other)
    expect(await text(await store.read(nameOf('d'), ...whole))).toBe('from there')
    await store.put(nameOf('e'), await localFile('from here'))
    await other.copy(nameOf('e'), store)
    expect(await text(await other.read(nameOf('e'), ...whole))).toBe('from here')
  })
})

describe('a bucket storage', () => {
  const servers: Server[] = []
  afterAll(() => {
    for (const server of servers) server.close()
  })

  /** Starts a storage that gives these answers, one per call, and records the URLs and sizes of the requests. */
  async function storageThatAnswers(...answers: (number | string)[]) {
    const sizes: number[] = []
    const urls: string[] = []
    const server = createServer(async (request, response) => {
      sizes.push((await buffer(request)).length)
      urls.push(String(request.url))
      const answer = answers.shift() ?? 200
      response.writeHead(typeof answer === 'number' ? answer : 200).end(typeof answer === 'number' ? '' : answer)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    giveCredentials()
    const config = { filesAt: { bucket: 'checks', prefix: '', region: 'us-east-1', endpoint } }
    return { config, sizes, urls, store: fileStoreOf({ dataDir: folder, ...config }) }
  }

  test('is queried for every page of the file list', async () => {
    const page = (name: string, more: string) =>
      `<ListBucketResult><Contents><Key>${name}</Key><LastModified>2026-11-20T16:00:00.000Z</LastModified></Contents>${more}</ListBucketResult>`
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>go on</NextContinuationToken>'
    const { store, urls } = await storageThatAnswers(page('one', more), page('two', ''))
    const storedAt = Date.parse('2026-11-20T16:00:00.000Z')
    expect(await listed(store)).toEqual([
      { name: 'one', storedAt },
      { name: 'two', storedAt },
    ])
    expect(urls[1]).toContain('continuation-token=go%20on')
  })

  test('receives the whole file again after a failure', async () => {
    const { store, sizes } = await storageThatAnswers(503, 500, 200)
    await store.put(nameOf('a'), await localFile(Buffer.alloc(200_000)))
    expect(sizes).toEqual([200_000, 200_000, 200_000])
  })

  test('is tried three times before the call fails with a message that says to retry', async () => {
    const { store, sizes } = await storageThatAnswers(503, 503, 503, 503)
    await expect(store.put(nameOf('a'), await localFile('a'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The document storage isn’t responding. Nothing was changed. Try again in a moment.',
    })
    expect(sizes).toHaveLength(3)
  })

  test('prevents the server from starting if it refuses access but not if it is unreachable', async () => {
    const { config } = await storageThatAnswers(403)
    await expect(requireFileStore(config)).rejects.toThrow('FILES_URL: the bucket checks can’t be used (')
    const gone = { ...config.filesAt, endpoint: 'http://127.0.0.1:9' }
    await expect(requireFileStore({ filesAt: gone })).resolves.toBeUndefined()
    await expect(requireFileStore({ filesAt: undefined })).resolves.toBeUndefined()
  })

  test('prevents the server from starting if the bucket is missing', async () => {
    const { config, drop } = await openBucket()
    await expect(requireFileStore(config)).resolves.toBeUndefined()
    await expect(requireFileStore({ filesAt: { ...config.filesAt, bucket: 'another' } })).rejects.toThrow(
      'NoSuchBucket',
    )
    // Keys in the settings count before those in the environment.
    const keys = { accessKeyId: 'unknown', secretAccessKey: 'another' }
    await expect(requireFileStore({ filesAt: { ...config.filesAt, keys } })).rejects.toThrow('InvalidAccessKeyId')
    await drop()
  })
})

test.each([
  ['s3://checks?region=us-west-2', { bucket: 'checks', prefix: '', region: 'us-west-2', endpoint: undefined }],
  [
    's3://checks/a/b/?region=us-east-1&endpoint=http://minio:9000',
    { bucket: 'checks', prefix: 'a/b/', region: 'us-east-1', endpoint: 'http://minio:9000' },
  ],
])('accepts the bucket URL %s', (url, place) => {
  expect(parseS3Place(url)).toEqual(place)
})
