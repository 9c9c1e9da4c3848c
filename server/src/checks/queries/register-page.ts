import type { Db } from '../../tables.ts'
import { type CheckRow, type SignatureRow, signaturesOf } from './checks.ts'
import { type LinkedCheck, listChecks, listReplacing, type RegisterSearch } from './register.ts'

/** Checks, with who signed them and which ones they replace or are replaced by. */
export interface RegisterRows {
  readonly rows: readonly CheckRow[]
  readonly signatures: ReadonlyMap<number, readonly SignatureRow[]>
  readonly linked: readonly LinkedCheck[]
}

/** A page of what a search finds. `next`: its last row, where more follow. */
export async function readPage(
  db: Db,
  search: RegisterSearch,
): Promise<RegisterRows & { readonly next: CheckRow | undefined }> {
  const found = await listChecks(db, { ...search, limit: search.limit + 1 })
  const rows = found.slice(0, search.limit)
  return { ...(await withSignatures(db, rows)), next: found.length > rows.length ? rows.at(-1) : undefined }
}

/** These checks with what the register says of them besides their own rows. */
export async function withSignatures(db: Db, rows: readonly CheckRow[]): Promise<RegisterRows> {
  const ids = rows.map(({ id }) => id)
  const replaced = rows.flatMap(({ replaces_id }) => (replaces_id === null ? [] : [replaces_id]))
  return { rows, signatures: await signaturesOf(db, ids), linked: await listReplacing(db, [...ids, ...replaced]) }
}
