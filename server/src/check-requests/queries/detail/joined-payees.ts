import type { Tx } from '../../../tables.ts'

interface Of {
  readonly id: number
  readonly dealer_group_id: number
}

/** Says that a request names these beside others, each by its key. */
export async function insertJoinedPayees(trx: Tx, request: Of, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { id: check_request_id, dealer_group_id } = request
  const rows = keys.map((payee) => ({ dealer_group_id, payee, check_request_id }))
  await trx.insertInto('joined_payees').values(rows).execute()
}

export async function deleteJoinedPayees(trx: Tx, { id, dealer_group_id }: Of): Promise<void> {
  const rows = trx.deleteFrom('joined_payees').where('dealer_group_id', '=', dealer_group_id)
  await rows.where('check_request_id', '=', id).execute()
}
