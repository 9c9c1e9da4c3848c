import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { createKeyFile } from '../key-file.ts'
import { type Random, sha256 } from '../random.ts'
import type { FileKey } from './sealed-chunks.ts'

const contents = z.strictObject({ key: z.base64url().length(43) })

/** The key that seals stored files, from a file that only its owner can read; undefined when there is none. */
export function readFileKey(file: string): FileKey | undefined {
  if (!existsSync(file)) return undefined
  const secret = Buffer.from(parse(file).key, 'base64url')
  return { id: sha256(secret).slice(0, 12), secret }
}

/** Makes the key, or reads it if another process has made one at the same time. */
export function createFileKey(file: string, random: Random): FileKey {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  createKeyFile(file, { key: random(32).toString('base64url') })
  return readFileKey(file) ?? createFileKey(file, random)
}

function parse(file: string): z.output<typeof contents> {
  try {
    return contents.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Error(`${file} holds no key for stored files. Put it back from where you keep it safe.`)
  }
}
