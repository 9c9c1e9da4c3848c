import { seesRequest } from '@check-requests/domain/access/request-scope.ts'
import type { MatchKind } from '@check-requests/domain/check-requests/duplicates.ts'
import { unexplainedMatches, waitsForReason } from '@check-requests/domain/check-requests/print-duplicates.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Db } from '../../../tables.ts'
import { type Compared, listCompared, listPaidAlike } from './print-duplicates.ts'

/** A request that is alike, and in what, as long as no approver has said why both are paid. */
export interface Unexplained {
  readonly other: Compared
  readonly alike: readonly MatchKind[]
}

/** What keeps the checks of these requests of a dealer group from being printed, the newest first, by request. */
export async function findUnexplained(
  db: Db,
  dealerGroupId: number,
  ids: readonly number[],
): Promise<Map<number, Unexplained[]>> {
  const compared = await listCompared(db, ids)
  const others = (await listPaidAlike(db, dealerGroupId, compared)).sort((one, other) => other.id - one.id)
  return new Map(
    compared.flatMap((request) => {
      const matches = others.map((other) => ({ other, alike: unexplainedMatches(request, other) }))
      const unexplained = matches.filter(({ alike }) => alike.length > 0)
      return unexplained.length > 0 ? [[request.id, unexplained] as const] : []
    }),
  )
}

/** Why a request waits, for somebody who may not see all that is alike. */
export function waitingInWords(caller: Caller, unexplained: readonly Unexplained[]): string {
  return waitsForReason(
    unexplained.map(({ other, alike }) => ({
      number: seesRequest(caller, other) ? other.request_number : undefined,
      alike,
    })),
  )
}
