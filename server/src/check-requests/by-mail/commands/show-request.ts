import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import type { LikePayeeOfRequest } from '@check-requests/domain/payees/replies.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listLines } from '../../../books/accounting/queries/accounts.ts'
import { checkContent } from '../../../documents/attachments/commands/required-items.ts'
import { type PayeeOfRequest, payeeOfRequest } from '../../../payees/commands/payee-of-request.ts'
import { KeptResults } from '../../../platform/database/freshness.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { decidesOn, detailOf, findFindings } from '../../commands/findings.ts'
import { type FoundRequest, findVisibleNamed, type Marked, type NamedRequest } from '../../queries/detail/find.ts'

type Row = NamedRequest & FoundRequest & Marked

/** Similar payees of requests, kept while nothing changes. */
export type KeptSimilar = KeptResults<LikePayeeOfRequest[]>

export function keepSimilar({ freshness }: Pick<Services, 'freshness'>): KeptSimilar {
  return new KeptResults<LikePayeeOfRequest[]>(freshness)
}

/** The payee of a request; undefined if its dealer group has no payee list. */
export async function payeeOf(db: Db, row: FoundRequest): Promise<PayeeOfRequest | undefined> {
  return row.payee_list === 1 ? payeeOfRequest(db, row) : undefined
}

/** A request with all that a decision needs; undefined if the caller can't see the request. */
export async function showRequest(
  db: Db,
  caller: Caller,
  id: number,
  known: { readonly kept: KeptSimilar; readonly now: number },
): Promise<{ readonly row: Row; readonly shown: DetailedRequest } | undefined> {
  const row = await findVisibleNamed(db, caller, id)
  if (!row) return undefined
  const decides = decidesOn(caller, row)
  const payee = await payeeOf(db, row)
  const content = await checkContent(db, row, { counts: decides })
  const lines = await listLines(db, row)
  const findings = decides ? await findFindings(db, caller, row, { payee, content, ...known }) : undefined
  const shown = { payee: payee?.payee, demands: content.demands, lines, findings }
  return { row, shown: await detailOf(db, row, shown) }
}
