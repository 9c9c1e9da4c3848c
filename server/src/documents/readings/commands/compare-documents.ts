import { type Comparison, compareWithDocuments } from '@check-requests/domain/documents/readings/in-requests.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import type { Db } from '../../../tables.ts'
import { presentReading, presentWords } from '../presenter.ts'
import { listReadings } from '../queries/readings.ts'

export interface ComparedRequest {
  readonly amount_cents: Cents
  readonly payee_name_1: string
  readonly payee_name_2: string | null
}

/**
 * How a request compares with what its documents, or those of its draft, surely say; undefined if they say nothing for
 * sure.
 */
export async function compareDocuments(
  db: Db,
  owner: Parameters<typeof listReadings>[1],
  request: ComparedRequest,
): Promise<Comparison | undefined> {
  const readings = await listReadings(db, owner)
  const payees = [request.payee_name_1, request.payee_name_2].filter((name) => name !== null)
  return compareWithDocuments(
    { cents: request.amount_cents, payees },
    readings.map((row) => presentReading(row.attachment_id, row)),
  )
}

/** What the documents of a request or draft say, with their words. */
export async function readingsOf(db: Db, owner: Parameters<typeof listReadings>[1]) {
  const rows = await listReadings(db, owner)
  return rows.map((row) => ({ ...presentReading(row.attachment_id, row), words: presentWords(row) }))
}

/** The documents that a request has: its own, and those of the caller’s draft. */
export interface DocumentsOn {
  readonly requestId?: number | null
  readonly draft?: { readonly caller: Caller; readonly id: number } | undefined
}

/** True if a document surely has the request’s amount and payee (decision 180). */
export async function documentsAgree(
  db: Db,
  { requestId, draft }: DocumentsOn,
  request: ComparedRequest,
): Promise<boolean> {
  const ofDraft = draft && (await findDraft(db, ownerOf(draft.caller), draft.id)) ? { draft_id: draft.id } : undefined
  // While a draft becomes a request, its documents move from the one to the other, so the draft comes first.
  const owners = [...(ofDraft ? [ofDraft] : []), ...(requestId ? [{ check_request_id: requestId }] : [])]
  for (const owner of owners) if ((await compareDocuments(db, owner, request))?.agrees) return true
  return false
}
