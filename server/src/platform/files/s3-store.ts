import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { Failure, inOwnWords, propertyOf } from '../errors.ts'
import type { FileStore } from './file-store.ts'
import type { S3Place } from './s3-place.ts'

const connectsWithin = 5000
const answersWithin = 60_000
const tries = 3
const retryAfterSeconds = 10

// Errors are reported to the caller. The client would also write them to the console.
const ignore = () => {}
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore }

const outOfReach = 'The document storage isn’t responding. Nothing was changed. Try again in a moment.'

type Sdk = typeof import('@aws-sdk/client-s3')

interface Connection {
  readonly sdk: Sdk
  readonly client: S3Client
}

/** Files in a bucket in S3-compatible storage. Credentials come from the same sources that Amazon’s tools use. */
export class S3Store implements FileStore {
  readonly #place: S3Place
  #connection: Promise<Connection> | undefined

  constructor(place: S3Place) {
    this.#place = place
  }

  async put(name: string, localFile: string): Promise<void> {
    const { sdk, client } = await this.#connected()
    const { size: ContentLength } = await stat(localFile)
    for (let attempt = 1; ; attempt += 1) {
      // A stream can be sent only once, so the client can't retry by itself.
      const Body = createReadStream(localFile)
      try {
        await client.send(new sdk.PutObjectCommand({ ...this.#object(name), Body, ContentLength }))
        return
      } catch (error) {
        if (attempt === tries || isRefused(error)) throw explained(error)
      } finally {
        Body.destroy()
      }
    }
  }

  async copy(name: string, from: FileStore): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'check-requests-'))
    try {
      const part = join(folder, name)
      await writeFile(part, await from.read(name, 0, Number.POSITIVE_INFINITY), { mode: 0o600 })
      await this.put(name, part)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async has(name: string): Promise<boolean> {
    const { sdk, client } = await this.#connected()
    try {
      await client.send(new sdk.HeadObjectCommand(this.#object(name)))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw explained(error)
    }
  }

  async read(name: string, start: number, end: number): Promise<Readable> {
    const { sdk, client } = await this.#connected()
    // Omits the range for a whole file, because an empty file has no valid range (416).
    const isWhole = start === 0 && end === Number.POSITIVE_INFINITY
    const range = isWhole ? {} : { Range: `bytes=${start}-${end === Number.POSITIVE_INFINITY ? '' : end}` }
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...this.#object(name), ...range }))
      if (Body instanceof Readable) return Body
    } catch (error) {
      throw isMissing(error)
        ? Object.assign(new Error(`The file ${name} doesn’t exist.`), { code: 'ENOENT' })
        : explained(error)
    }
    throw new Error(`The storage returned no data for ${name}.`)
  }

  async remove(name: string): Promise<void> {
    const { sdk, client } = await this.#connected()
    await client.send(new sdk.DeleteObjectCommand(this.#object(name))).catch((error) => {
      throw explained(error)
    })
  }

  async *list(): AsyncGenerator<{ name: string; storedAt: number }> {
    const { sdk, client } = await this.#connected()
    const { bucket: Bucket, prefix: Prefix } = this.#place
    let ContinuationToken: string | undefined
    do {
      const page = await client
        .send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
        .catch((error) => Promise.reject(explained(error)))
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key && LastModified) yield { name: Key.slice(Prefix.length), storedAt: LastModified.getTime() }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  /**
   * Throws a readable error if the storage refuses access. Doesn't throw if the storage doesn't answer, because it
   * might be back before the first file, unless it `mustAnswer`.
   */
  async requireAccess({ mustAnswer = false } = {}): Promise<void> {
    const { sdk, client } = await this.#connected()
    const { bucket: Bucket, prefix: Prefix, endpoint } = this.#place
    try {
      await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }))
    } catch (error) {
      if (isRefused(error)) throw new Error(`FILES_URL: the bucket ${Bucket} can’t be used (${reasonOf(error)}).`)
      if (!mustAnswer) return
      const at = endpoint === undefined ? '' : ` at ${endpoint}`
      throw new Error(
        `FILES_URL: the bucket ${Bucket}${at} can’t be reached (${reasonOf(error)}). Check the URL, the network, and the credentials.`,
      )
    }
  }

  // The client takes a third of a second to load, so installations without a bucket don't load it.
  #connected(): Promise<Connection> {
    this.#connection ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientOf(sdk, this.#place) }))
    return this.#connection
  }

  #object(name: string) {
    return { Bucket: this.#place.bucket, Key: `${this.#place.prefix}${name}` }
  }
}

function clientOf({ S3Client }: Sdk, { region, endpoint, keys }: S3Place): S3Client {
  return new S3Client({
    region,
    maxAttempts: tries,
    logger: quiet,
    requestHandler: { connectionTimeout: connectsWithin, requestTimeout: answersWithin },
    // Files have their own seals, and servers other than Amazon's refuse unknown checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(keys && { credentials: keys }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  })
}

function statusOf(error: unknown): number | undefined {
  return Number(propertyOf(propertyOf(error, '$metadata'), 'httpStatusCode')) || undefined
}

function isMissing(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes(String(propertyOf(error, 'name')))
}

// Without credentials, the client refuses by itself before anything is sent.
function isRefused(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return (status >= 300 && status < 500 && status !== 429) || propertyOf(error, 'name') === 'CredentialsProviderError'
}

function reasonOf(error: unknown): string {
  return `${propertyOf(error, 'name')}: ${inOwnWords(String(propertyOf(error, 'message')))}`
}

function explained(error: unknown): unknown {
  return isRefused(error) ? error : new Failure('UNAVAILABLE', outOfReach, { retryAfterSeconds })
}
