import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSigningKey, type SealedFile } from '../platform/crypto/sealed-file.ts'
import { checkpointNow } from '../trail/commands/checkpoints.ts'
import type { DatabaseKind, TestPlace } from './databases.ts'
import { serve } from './start-app.ts'
import { idsOf, type World, worldOf } from './world.ts'

/** A world with a checkpoint file for its audit trail. The file doesn't exist yet. */
export interface SealedWorld extends World {
  readonly place: TestPlace
  /** A folder that is deleted with the world. */
  readonly folder: string
  readonly file: string
  readonly checkpoints: SealedFile
  /** Signs the current heads. Returns the number of heads. */
  sign(): Promise<number>
  lines(): string[]
}

export async function startSealedWorld(kind: DatabaseKind): Promise<SealedWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-checkpoints-'))
  const file = join(folder, 'checkpoints')
  const keyFile = join(folder, 'key')
  makeSigningKey(keyFile)
  const place = await kind.create('world')
  const database = await place.open()
  const ids = await idsOf(database)
  const app = await serve(database, { config: { checkpoints: { file, keyFile } } })
  const checkpoints = app.services.checkpoints as SealedFile
  const close = async () => {
    await app.close()
    await place.drop()
    rmSync(folder, { recursive: true })
  }
  const sign = () => checkpointNow(app.services, checkpoints)
  const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n')
  return { ...worldOf({ ...app, close }, database, ids), place, folder, file, checkpoints, sign, lines }
}
