import type { FoundRequest } from '../../check-requests/queries/detail/find.ts'
import { findPayeeOf } from '../../payees/queries/of-requests.ts'
import { together } from '../../platform/together.ts'
import type { Db } from '../../tables.ts'

/**
 * Where checks are mailed whose requests say no address, by the ids of the requests: to their payees on the list, as a
 * second person has verified them.
 */
export async function findPayeeAddresses(
  db: Db,
  requests: readonly FoundRequest[],
): Promise<ReadonlyMap<number, string>> {
  const carriers = new Set(await listCarriers(db))
  const without = requests.filter(({ mailing_address, payee_list, delivery_method_id }) => {
    return mailing_address === null && payee_list === 1 && carriers.has(delivery_method_id)
  })
  const payees = await together(...without.map((request) => findPayeeOf(db, request)))
  return new Map(
    without.flatMap(({ id }, index) => {
      const { state, address = null } = payees[index] ?? {}
      return state === 'verified' && address !== null ? [[id, address]] : []
    }),
  )
}

async function listCarriers(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('delivery_methods').select('id').where('kind', '=', 'carrier').execute()
  return rows.map(({ id }) => id)
}
