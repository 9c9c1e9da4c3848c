import type { Did } from '@check-requests/domain/check-requests/duties.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { knowsCheck } from '../../bank/queries/positive-pay.ts'
import type { FoundRequest } from '../../check-requests/queries/detail/find.ts'
import { findGroup } from '../../organization/queries/places.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import type { CheckRow } from '../queries/checks.ts'
import { didFor, whoDid } from './did.ts'

/** Who took part in a check, and whether what they did keeps them from taking it. */
export interface Custody {
  readonly did: readonly Did[]
  /** The dealer group's setting. */
  readonly custody: boolean
}

/** What people did for a check that somebody is to take. `handing`: who hands it over, once that is known. */
export async function custodyOf(db: Db, check: CheckRow, request: FoundRequest, handing?: Caller): Promise<Custody> {
  const group = await findGroup(db, request.dealer_group_id)
  if (group?.custody !== 1) return { did: [], custody: false }
  const did = await didFor(db, check, request)
  return { did: [...did, ...whoDid('hands over', [handing?.userId])], custody: true }
}

/** Where the bank compares checks, one of which it does not know comes back unpaid (checks.md, Positive pay). */
export async function isUnknownToBank(
  db: Db,
  account: Pick<ShownAccount, 'positive_pay'>,
  check: Pick<CheckRow, 'id' | 'dealer_group_id'>,
): Promise<boolean> {
  return account.positive_pay !== 'none' && !(await knowsCheck(db, check))
}

/** A check that somebody wants to void does not leave the house meanwhile. */
export function refusalWhileAsked({ number, void_asked }: CheckRow): string | undefined {
  if (void_asked === null) return undefined
  return `Somebody has asked to void check ${number}, so it is not handed over. A second person has to agree first.`
}
