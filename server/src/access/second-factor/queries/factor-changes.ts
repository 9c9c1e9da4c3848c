import type { Selectable } from 'kysely'
import { sha256 } from '../../../platform/crypto/hashes.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { AppDatabase, Db, Tx } from '../../../tables.ts'
import type { FactorChangeTable } from '../tables.ts'
import {
  type AppRow,
  deleteFactors,
  findApp,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  saveApp,
} from './factors.ts'

export type FactorChange = Selectable<FactorChangeTable>

interface Factors {
  readonly passkeys: readonly PasskeyRow[]
  readonly app: AppRow | null
}

/** Stores a user's current factors before a change. Returns the id of the change. */
export async function keepFactors(trx: Tx, userId: number, expires_at: string): Promise<number> {
  const passkeys = await listPasskeys(trx, userId)
  const before: Factors = { passkeys, app: (await findApp(trx, userId, 'active')) ?? null }
  const change = { user_id: userId, expires_at, before: JSON.stringify(before) }
  return (await trx.insertInto('factor_changes').values(change).returning('id').executeTakeFirstOrThrow()).id
}

export async function findChanges(db: Db, ids: readonly number[]): Promise<FactorChange[]> {
  return ids.length === 0 ? [] : db.selectFrom('factor_changes').selectAll().where('id', 'in', ids).execute()
}

/** Restores the factors from before a change, without recovery codes, and deletes that change and all later ones. */
export async function restoreFactors(trx: Tx, { id, user_id, before }: FactorChange): Promise<boolean> {
  const own = trx.deleteFrom('factor_changes').where('user_id', '=', user_id).where('id', '>=', id)
  const forgotten = await own.returning('id').execute()
  if (!forgotten.some((change) => change.id === id)) return false
  const { passkeys, app }: Factors = JSON.parse(before)
  await deleteFactors(trx, user_id)
  for (const { id: _, ...passkey } of passkeys) await insertPasskey(trx, passkey)
  if (app) await saveApp(trx, app)
  return true
}

/** Deletes factor changes that can no longer be undone. */
export async function deleteOldChanges(trx: Tx, now: string): Promise<void> {
  await trx.deleteFrom('factor_changes').where('expires_at', '<', now).execute()
}

/**
 * Deletes the stored factor changes of one user or of all users, so that factors that must stay removed can't be
 * restored.
 */
export async function forgetChanges(trx: Tx, userId?: number): Promise<void> {
  const all = trx.deleteFrom('factor_changes')
  await (userId === undefined ? all : all.where('user_id', '=', userId)).execute()
}

/** The URL fragments of the links that undo the changes in these notices, by notice key. */
export async function takeBackLinks(
  { read, keyring }: Pick<AppDatabase, 'read' | 'keyring'>,
  notices: readonly { readonly event_key: string }[],
): Promise<ReadonlyMap<string, string>> {
  const idOf = new Map(notices.flatMap(({ event_key: key }) => [[key, Number(keyText.exec(key)?.[1])] as const]))
  const changes = await findChanges(read, [...idOf.values()].filter(Number.isSafeInteger))
  const links = new Map(changes.map((change) => [change.id, `${change.id}-${codeOfChange(keyring, change)}`]))
  return new Map([...idOf].flatMap(([key, id]) => (links.has(id) ? [[key, links.get(id) ?? '']] : [])))
}

const keyText = /^factor-(?:added|removed)\/\d+\/(\d+)$/

/**
 * The code in an undo link. Someone with write access to the database can't create this code or apply it to another
 * change.
 */
export function codeOfChange(keyring: Keyring, { id, user_id, expires_at, before }: FactorChange): string {
  return keyring.codeOf(`factor change\n${id}\n${user_id}\n${expires_at}\n${sha256(before)}`)
}
