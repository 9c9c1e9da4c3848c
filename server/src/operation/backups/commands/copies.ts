import { text } from 'node:stream/consumers'
import { type KeepRule, keptCopies } from '@check-requests/domain/operation/backups/settings.ts'
import { z } from 'zod'
import type { BackupPlace } from '../../../platform/files/backup-place.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'

const whole = [0, Number.POSITIVE_INFINITY] as const

const manifestFields = z.object({
  made_at: z.iso.datetime(),
  sha256: z.string(),
  check_requests: z.int(),
  amount_cents: z.int(),
  documents: z.int().optional(),
  audit_heads: z.array(z.object({ chain: z.int(), seq: z.int(), hash: z.string() })),
  /** Missing from manifests written before the server made its own backups. */
  version: z.string().optional(),
  schema: z.string().optional(),
  bytes: z.int().optional(),
  trail_key: z.string().optional(),
  documents_sha256: z.string().optional(),
})

/**
 * The manifest, a file next to a backup. The manifest is written last and makes the backup valid. Amounts are in cents.
 * `schema` is the newest migration, `trail_key` is the id of the key that seals the audit trail, and `documents_sha256`
 * is the hash of the document list. The manifest contains no key.
 */
export type Manifest = z.output<typeof manifestFields>

/** A database backup: its file name, and the time it was made, in milliseconds UTC. */
interface Copy {
  readonly name: string
  readonly madeAt: number
}

const named = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.(?:db|dump)$/
const manifestEnding = '.json'
const listEnding = '.documents'

/** The name of a backup made at a time in milliseconds UTC, such as `2026-11-21T070000Z.db`. */
export function nameAt(now: number, suffix: string): string {
  const [day, time = ''] = new Date(now).toISOString().split('T')
  return `${day}T${time.slice(0, 8).replaceAll(':', '')}Z.${suffix}`
}

/** The names of the files next to a backup. */
export const manifestOf = (copy: string) => `${copy}${manifestEnding}`
export const documentListOf = (copy: string) => `${copy}${listEnding}`

/**
 * The contents of a backup location: the backups (newest first), the leftovers from crashes, and whether there are
 * other files.
 */
interface Contents {
  readonly copies: Copy[]
  readonly leftovers: string[]
  readonly hasOthers: boolean
}

/**
 * Lists the contents of a backup location. A backup without a manifest is incomplete, because the manifest is written
 * last.
 */
export async function contentsOf(store: FileStore): Promise<Contents> {
  const names = new Set<string>()
  for await (const { name } of store.list()) names.add(name)
  const copies: Copy[] = []
  const leftovers: string[] = []
  let hasOthers = false
  for (const name of names) {
    const copy = name.replace(/\.(json|documents)$/, '')
    const madeAt = momentIn(copy)
    if (madeAt === undefined) hasOthers ||= name.endsWith(manifestEnding)
    else if (!names.has(manifestOf(copy))) leftovers.push(name)
    else if (name === copy) copies.push({ name, madeAt })
  }
  return { copies: copies.sort((one, other) => other.madeAt - one.madeAt), leftovers, hasOthers }
}

function momentIn(copy: string): number | undefined {
  const [, hour, minute, second] = named.exec(copy) ?? []
  return hour === undefined ? undefined : Date.parse(`${hour}:${minute}:${second}Z`)
}

/** Reads a backup's manifest. Throws a readable error if the manifest is missing or damaged. */
export async function readManifest({ copies }: Pick<BackupPlace, 'copies'>, copy: string): Promise<Manifest> {
  const file = manifestOf(copy)
  if (await copies.has(file)) {
    const found = manifestFields.safeParse(parsed(await text(await copies.read(file, ...whole))))
    if (found.success) return found.data
  }
  throw new Error(`The manifest ${file} is missing or unreadable, so this backup can’t be verified.`)
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

const day = 86_400_000

/**
 * Removes backups that the retention rule doesn't keep, and documents that only those backups contain. `now` is in
 * milliseconds UTC.
 */
export async function forgetCopies(place: BackupPlace, rule: KeepRule, now: number): Promise<void> {
  const { copies, hasOthers } = await contentsOf(place.copies)
  const moments = keptCopies(
    copies.map(({ madeAt }) => madeAt),
    rule,
  )
  const forgotten = copies.filter(({ madeAt }) => !moments.has(madeAt))
  for (const { name } of forgotten)
    for (const part of [manifestOf(name), name, documentListOf(name)]) await place.copies.remove(part)
  // Backups made from the command line share the documents, and which documents those backups need is unknown.
  if (forgotten.length === 0 || hasOthers) return
  await forgetDocuments(
    place,
    copies.filter(({ madeAt }) => moments.has(madeAt)),
    now - day,
  )
}

/** Removes documents that aren't in any of these backups and were stored before a given time. */
async function forgetDocuments({ copies, files }: BackupPlace, kept: readonly Copy[], before: number): Promise<void> {
  const needed = new Set<string>()
  for (const { name } of kept) {
    const list = await text(await copies.read(documentListOf(name), 0, Number.POSITIVE_INFINITY))
    for (const document of list.split('\n')) needed.add(document)
  }
  for await (const { name, storedAt } of files.list())
    if (!needed.has(name) && storedAt < before) await files.remove(name)
}
