import { likenessTo } from '@check-requests/domain/payees/likeness.ts'
import type { LikePayee } from '@check-requests/domain/payees/replies.ts'
import type { Db } from '../../tables.ts'
import { listCompared, listEmployees } from '../queries/compared.ts'
import type { PayeeRow } from '../queries/payees.ts'

/** At most this many are told. */
const mostTold = 20

/** Employees and other payees of the dealer group that are nearly the same as a payee, employees first. */
export async function findLikePayees(db: Db, payee: PayeeRow): Promise<LikePayee[]> {
  const likeness = likenessTo(payee)
  const employees = await listEmployees(db, payee.dealer_group_id)
  const payees = await listCompared(db, payee.dealer_group_id)
  const people = employees.map(({ id, first_name, last_name }) => {
    const name = `${first_name} ${last_name}`
    return { kind: 'employee', id, name, state: null, alike: likeness({ name, address: null }) } as const
  })
  const others = payees
    .filter(({ id }) => id !== payee.id)
    .map(({ id, name, address, state }) => {
      return { kind: 'payee', id, name, state, alike: likeness({ name, address }) } as const
    })
  return [...people, ...others]
    .flatMap(({ alike, ...one }) => (alike === undefined ? [] : [{ ...one, alike }]))
    .slice(0, mostTold)
}
