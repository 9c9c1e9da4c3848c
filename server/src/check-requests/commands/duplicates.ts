import { refusalToAct, seesRequest } from '@check-requests/domain/access/permissions.ts'
import { leadsInto } from '@check-requests/domain/access/scope.ts'
import {
  type Compared,
  comparedSpan,
  matchesOf,
  matchKeys,
  matchKinds,
  namedDuplicates,
  type PaidBoth,
} from '@check-requests/domain/check-requests/duplicates.ts'
import { refusalByHand } from '@check-requests/domain/check-requests/duties.ts'
import type { DuplicatesQuery, PayBothInput } from '@check-requests/domain/check-requests/fields.ts'
import type { HistoryEntry, PossibleDuplicates } from '@check-requests/domain/check-requests/replies.ts'
import { checkBars } from '@check-requests/domain/checks/duties.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { findDraft, ownerOf } from '../drafts/queries/drafts.ts'
import { presentDuplicate, presentMatch } from '../presenter.ts'
import {
  type Comparison,
  findCompared,
  findSimilar,
  findWithSameDocument,
  lookedAt,
  type Match,
} from '../queries/detail/duplicates.ts'
import { findVisible, stateOf } from '../queries/detail/find.ts'
import { findUnexplained, readReasons } from '../queries/detail/print-duplicates.ts'
import { applyInHistory, loadForChange, refuse } from './apply-change.ts'

/**
 * Possible duplicates of this request in the whole dealer group, because two departments can get the same invoice.
 * Duplicates that the caller can't open are only counted (docs/decisions/0021-possible-duplicates.md).
 */
export async function findDuplicates(
  db: Db,
  caller: Caller,
  query: DuplicatesQuery,
  now: number,
): Promise<PossibleDuplicates> {
  if (query.before === 'printing') return findBeforePrinting(db, caller, query)
  const comparison =
    query.of === undefined ? compareNew(caller, query, now) : await compareStored(db, caller, query.of, query)
  const byKeys = await findSimilar(db, comparison)
  const byDocument = await compareDocuments(db, caller, query, comparison)
  const withSame = new Set(byDocument.map(({ id }) => id))
  const similar = [...byKeys.filter(({ id }) => !withSame.has(id)), ...byDocument].sort(newestFirst)
  const open = similar.filter((row) => seesRequest(caller, row))
  return {
    requests: open.slice(0, namedDuplicates).map((row) => presentDuplicate(row, comparison.keys, withSame.has(row.id))),
    more: Math.max(0, open.length - namedDuplicates),
    hidden: similar.length - open.length,
    is_lower_bound: isLowerBound(byKeys, comparison.keys) || byDocument.length >= lookedAt,
  }
}

/** The duplicates that prevent printing a request's check until an approver explains why both requests are paid. */
async function findBeforePrinting(db: Db, caller: Caller, { of }: DuplicatesQuery): Promise<PossibleDuplicates> {
  const request = of === undefined ? undefined : await findVisible(db, caller, of)
  if (!request) throw notFound('check request')
  const found = (await findUnexplained(db, request.dealer_group_id, [request.id])).get(request.id) ?? []
  const open = found.filter(({ other }) => seesRequest(caller, other))
  return {
    requests: open.slice(0, namedDuplicates).map(({ other, alike }) => presentMatch(other, alike)),
    more: Math.max(0, open.length - namedDuplicates),
    hidden: found.length - open.length,
    is_lower_bound: false,
  }
}

/** The requests that have a document in common with the stored request or the caller's draft. */
async function compareDocuments(
  db: Db,
  caller: Caller,
  { of, draft }: DuplicatesQuery,
  { dealerGroupId }: Comparison,
): Promise<Match[]> {
  if (of !== undefined) return findWithSameDocument(db, { of: 'check_request_id', id: of, dealerGroupId })
  if (draft === undefined) return []
  if (!(await findDraft(db, ownerOf(caller), draft))) throw notFound('draft')
  return findWithSameDocument(db, { of: 'draft_id', id: draft, dealerGroupId })
}

function newestFirst(one: Match, other: Match): number {
  return Date.parse(other.created_at) - Date.parse(one.created_at) || other.id - one.id
}

function compareNew(caller: Caller, query: DuplicatesQuery, now: number): Comparison {
  const dealerGroupId = query.dealer_group_id
  if (!dealerGroupId || !leadsInto(caller.scope, { dealerGroupId, dealershipId: null, departmentId: null }))
    throw notFound('dealer group')
  return { dealerGroupId, ...comparedSpan(now), except: 0, keys: keysIn(query) }
}

async function compareStored(db: Db, caller: Caller, id: number, query: DuplicatesQuery): Promise<Comparison> {
  const request = await findVisible(db, caller, id)
  if (!request) throw notFound('check request')
  const typed = keysIn(query)
  const isTyped = matchKinds.some((kind) => typed[kind] !== null)
  const keys = isTyped ? typed : ((await findCompared(db, id)) ?? typed)
  const span = comparedSpan(Date.parse(request.created_at))
  return { dealerGroupId: request.dealer_group_id, ...span, except: id, keys }
}

function keysIn({ amount, ...query }: DuplicatesQuery): Compared {
  return matchKeys({ ...query, amount_cents: amount })
}

function isLowerBound(alike: readonly Match[], keys: Compared): boolean {
  const found = alike.flatMap((row) => matchesOf(row, keys))
  return matchKinds.some((kind) => found.filter((one) => one === kind).length >= lookedAt)
}

/**
 * Stores the reason for paying a request despite possible duplicates. The reason covers the current duplicates and what
 * they have in common with the request. A later duplicate needs another reason.
 */
export function payBoth(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { reason, version }: PayBothInput,
): Promise<HistoryEntry> {
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, version)
    const state = stateOf(request)
    refuse(refusalToAct('check-requests.pay-though-alike', caller, state))
    const byHand = refusalByHand(checkBars['pay despite duplicates'], caller.userId, state)
    if (byHand) throw new Failure('FORBIDDEN', byHand)
    const unexplained = (await findUnexplained(unit.trx, request.dealer_group_id, [id])).get(id)
    if (!(state.check?.draws && unexplained))
      throw new Failure('CONFLICT', 'No possible duplicate prevents printing the check for this request.')
    const given: PaidBoth = {
      by: { id: caller.userId, name: caller.name },
      reason,
      at: moment(unit.now),
      others: unexplained.map(({ other, alike }) => ({ id: other.id, alike })),
    }
    const paid_though_alike = JSON.stringify([...readReasons(request.paid_though_alike), given])
    const event = { name: 'explained', comment: reason } as const
    return applyInHistory(unit, caller, request, { values: { paid_though_alike }, event })
  })
}
