import { requestFilter } from '@check-requests/domain/access/permissions.ts'
import { duplicatesQuery } from '@check-requests/domain/check-requests/fields.ts'
import { type Facts, findingsOf } from '@check-requests/domain/check-requests/findings/finding-rules.ts'
import { type MarkKind, markKinds } from '@check-requests/domain/check-requests/findings/findings.ts'
import { type Choice, choices, isPending, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest, Finding } from '@check-requests/domain/check-requests/replies.ts'
import type { LikePayeeOfRequest, RequestPayee } from '@check-requests/domain/payees/replies.ts'
import { actInto, type PayingAct } from '@check-requests/domain/payees/rules.ts'
import { scopeNamesOf } from '../../access/sessions/queries/accounts.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { KeptResults } from '../../platform/database/freshness.ts'
import type { Db } from '../../tables.ts'
import { presentRequest } from '../presenter.ts'
import { type FoundRequest, findNamed, isVisible, type NamedRequest, stateOf } from '../queries/detail/find.ts'
import { listHistory } from '../queries/detail/history.ts'
import { findMarks } from '../queries/detail/marks.ts'
import { findDuplicates } from './duplicates.ts'
import { summarizeToPayee } from './find-payees.ts'

interface Known {
  /** Undefined if the dealer group has no payee list. */
  readonly payee:
    | {
        readonly payee: RequestPayee
        readonly address: string | null
        readonly isBlocked: boolean
        refusalTo(act: PayingAct): string | undefined
        findSimilar(): Promise<LikePayeeOfRequest[]>
      }
    | undefined
  readonly content: Pick<Facts, 'demands' | 'documents' | 'removed' | 'compared'>
  /** Similar payees, which are expensive to find and change only with the payee list or the request. */
  readonly kept: KeptResults<LikePayeeOfRequest[]>
  readonly now: number
}

/** True if the caller's role can make the next step of another user's request. */
export function decidesOn(caller: Caller, row: FoundRequest): boolean {
  return stepsOf(caller, row).length > 0
}

function stepsOf({ userId, role, isAuditor }: Caller, row: FoundRequest): Choice[] {
  return choices({ userId, role, audits: isAuditor }, stateOf(row)).filter(({ row: { own } }) => !own)
}

/** What speaks for or against a request that the caller can decide on, worst first. */
export async function findFindings(
  db: Db,
  caller: Caller,
  row: NamedRequest & FoundRequest,
  { payee, content, kept, now }: Known,
): Promise<Finding[]> {
  const [marks] = await findMarks(db, [row.id], requestFilter(caller))
  const [act] = stepsOf(caller, row).flatMap(({ to }) => actInto(to.name) ?? [])
  const mails = row.delivery_method_kind === 'carrier'
  return findingsOf({
    purpose: row.purpose_name,
    amountCents: row.amount_cents,
    isPending: isPending(statusOf(row.status_id).name),
    payee: payee?.payee,
    refusal: act && payee?.refusalTo(act),
    isBlocked: payee?.isBlocked ?? false,
    similar: payee ? await keptSimilar(kept, caller, row, payee) : [],
    duplicates: await findDuplicates(db, caller, duplicatesQuery.parse({ of: row.id }), now),
    documents: content.documents,
    compared: content.compared,
    removed: content.removed,
    demands: content.demands,
    lacksAddress: mails && !(row.mailing_address ?? payee?.address)?.trim(),
    isOverLimit: marks?.['over-limit'] === 1,
    payments: await summarizeToPayee(db, caller, row, now),
  })
}

function keptSimilar(
  kept: Known['kept'],
  caller: Caller,
  row: FoundRequest,
  payee: NonNullable<Known['payee']>,
): Promise<LikePayeeOfRequest[]> {
  const scopes = [...scopeNamesOf(caller, 'organisation'), ...scopeNamesOf(caller, 'users')]
  return kept.of(scopes, `${row.id} ${row.version}`, () => payee.findSimilar())
}

/** A request with its history and what was found out about it. */
export async function detailOf(
  db: Db,
  row: Parameters<typeof presentRequest>[0],
  shown: Parameters<typeof presentRequest>[2],
): Promise<DetailedRequest> {
  return presentRequest(row, await listHistory(db, row.id), shown)
}

/** The marks of those requests that the caller sees and that have any. */
export async function findMarksOf(db: Db, caller: Caller, ids: readonly number[]) {
  const visible: number[] = []
  for (const row of await findNamed(db, ids)) if (await isVisible(db, caller, row)) visible.push(row.id)
  const rows = await findMarks(db, visible, requestFilter(caller))
  return rows.flatMap((row) => {
    const marks: MarkKind[] = markKinds.filter((kind) => row[kind] === 1)
    return marks.length > 0 ? { id: row.id, marks } : []
  })
}
