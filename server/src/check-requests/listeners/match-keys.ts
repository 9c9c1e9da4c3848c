import type { Unit } from '../../services.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { insertMatchKeys, updateMatchKeys } from '../queries/detail/duplicates.ts'
import type { RequestEvent } from './request-event.ts'

const compared = [
  'payee_name_1',
  'payee_name_2',
  'amount_cents',
  'vin_last_digits',
  'po_purchase_no',
  'invoice_number',
] as const

/** Stores the request's match keys. */
export async function updateMatches({ trx }: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return
  const { request, after } = event
  if (event.name === 'created') await insertMatchKeys(trx, request)
  else if (compared.some((field) => field in after)) {
    await beforeChange(trx, 'request-keys', request.id)
    await updateMatchKeys(trx, { ...request, ...after })
  }
}
