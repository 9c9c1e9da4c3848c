import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Config } from '../config.ts'
import type { S3Place } from '../platform/files/s3-place.ts'

/** A file location for one test, as in the settings. */
export interface FilePlace {
  readonly config: Pick<Config, 'filesAt'>
  drop(): Promise<void>
}

/** Every kind of file location. */
export const filePlaces: readonly { readonly name: string; open(): Promise<FilePlace> }[] = [
  { name: 'a folder', open: async () => ({ config: { filesAt: undefined }, drop: async () => {} }) },
  { name: 'S3', open: openBucket },
]

/** A bucket on a local S3 server. */
export async function openBucket(): Promise<FilePlace & { readonly config: { readonly filesAt: S3Place } }> {
  const directory = await mkdtemp(join(tmpdir(), 'check-requests-s3-'))
  const bucket = 'check-requests'
  const configureBuckets = [{ name: bucket }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  giveCredentials()
  const filesAt = { bucket, prefix: 'documents/', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` }
  const drop = async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
  return { config: { filesAt }, drop }
}

/** Sets the environment variables from which the client reads credentials, as in an installation. */
export function giveCredentials(): void {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
}
