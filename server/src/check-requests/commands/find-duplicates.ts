import { seesRequest } from '@check-requests/domain/access/request-scope.ts'
import { leadsInto } from '@check-requests/domain/access/scope.ts'
import {
  type Compared,
  comparedSpan,
  matchesOf,
  matchKeys,
  matchKinds,
  namedDuplicates,
} from '@check-requests/domain/check-requests/duplicates.ts'
import type { DuplicatesQuery } from '@check-requests/domain/check-requests/duplicates-query.ts'
import type { PossibleDuplicates } from '@check-requests/domain/check-requests/replies.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../tables.ts'
import { ownerOf } from '../drafts/commands/owner.ts'
import { findDraft } from '../drafts/queries/drafts.ts'
import { presentAlike, presentDuplicate } from '../presenter.ts'
import { type Alike, type Comparison, findAlike, findCompared, lookedAt } from '../queries/detail/duplicates.ts'
import { findVisible } from '../queries/detail/find.ts'
import { findWithSameDocument } from '../queries/detail/same-documents.ts'
import { findUnexplained } from '../queries/detail/unexplained.ts'

/**
 * Possible duplicates of this request, from the whole dealer group, since the same invoice can arrive at two
 * departments; those that the caller may not open are only counted (docs/decisions/0021-possible-duplicates.md).
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
  const byKeys = await findAlike(db, comparison)
  const byDocument = await compareDocuments(db, caller, query, comparison)
  const withSame = new Set(byDocument.map(({ id }) => id))
  const alike = [...byKeys.filter(({ id }) => !withSame.has(id)), ...byDocument].sort(newestFirst)
  const open = alike.filter((row) => seesRequest(caller, row))
  return {
    requests: open.slice(0, namedDuplicates).map((row) => presentDuplicate(row, comparison.keys, withSame.has(row.id))),
    more: Math.max(0, open.length - namedDuplicates),
    hidden: alike.length - open.length,
    is_lower_bound: isLowerBound(byKeys, comparison.keys) || byDocument.length >= lookedAt,
  }
}

/** What keeps the check of a request from being printed until an approver says why both are paid. */
async function findBeforePrinting(db: Db, caller: Caller, { of }: DuplicatesQuery): Promise<PossibleDuplicates> {
  const request = of === undefined ? undefined : await findVisible(db, caller, of)
  if (!request) throw notFound('check request')
  const found = (await findUnexplained(db, request.dealer_group_id, [request.id])).get(request.id) ?? []
  const open = found.filter(({ other }) => seesRequest(caller, other))
  return {
    requests: open.slice(0, namedDuplicates).map(({ other, alike }) => presentAlike(other, alike)),
    more: Math.max(0, open.length - namedDuplicates),
    hidden: found.length - open.length,
    is_lower_bound: false,
  }
}

/** Those with the same document as the stored request, or as the caller's draft of a new one. */
async function compareDocuments(
  db: Db,
  caller: Caller,
  { of, draft }: DuplicatesQuery,
  { dealerGroupId }: Comparison,
): Promise<Alike[]> {
  if (of !== undefined) return findWithSameDocument(db, { of: 'check_request_id', id: of, dealerGroupId })
  if (draft === undefined) return []
  if (!(await findDraft(db, ownerOf(caller), draft))) throw notFound('draft')
  return findWithSameDocument(db, { of: 'draft_id', id: draft, dealerGroupId })
}

function newestFirst(one: Alike, other: Alike): number {
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

function isLowerBound(alike: readonly Alike[], keys: Compared): boolean {
  const found = alike.flatMap((row) => matchesOf(row, keys))
  return matchKinds.some((kind) => found.filter((one) => one === kind).length >= lookedAt)
}
