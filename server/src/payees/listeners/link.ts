import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { RequestChanged, RequestEvent } from '../../check-requests/listeners/request-event.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import { moment } from '../../platform/clock.ts'
import type { Unit } from '../../services.ts'
import { afterCreate } from '../../trail/commands/changes.ts'
import { notePayee } from '../commands/payee.ts'
import { editedBy, unverified } from '../commands/save-payee.ts'
import { deleteLink, storeLink } from '../queries/of-requests.ts'
import { findPayeeNamed, insertPayee } from '../queries/payees.ts'

/** Links a submitted or resubmitted request with its payee. Adds an unknown name as a new payee. */
export async function linkPayee(unit: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return deleteLink(unit.trx, event.request.id)
  if (event.after.status_id === statusNamed('request').id) await link(unit, event)
}

type Paying = Pick<
  StoredRequest,
  'dealer_group_id' | 'payee_name_1' | 'payee_type' | 'payee_sub_type' | 'mailing_address' | 'request_number'
>

async function link(unit: Unit, { request, after, actor, terms }: RequestChanged): Promise<void> {
  const { id, dealer_group_id } = request
  if ((terms ?? request).payee_list !== 1) return
  const payee_id = await payeeFor(unit, actor, { ...request, ...after } as Paying)
  await storeLink(unit.trx, { check_request_id: id, dealer_group_id, payee_id })
}

async function payeeFor(unit: Unit, actor: Caller, paying: Paying): Promise<number> {
  const known = await findPayeeNamed(unit.trx, paying.dealer_group_id, paying.payee_name_1)
  return known?.id ?? (await addPayee(unit, actor, paying)) ?? payeeFor(unit, actor, paying)
}

/**
 * Adds the request's payee. Returns the payee's id, or undefined if another request added the payee at the same time.
 */
async function addPayee(unit: Unit, actor: Caller, paying: Paying): Promise<number | undefined> {
  const { dealer_group_id, payee_name_1: name, payee_type, payee_sub_type, mailing_address: address } = paying
  const payee = { dealer_group_id, name, payee_type, payee_sub_type, address }
  const key = { name_key: payeeKey(name) }
  const rest = { ...key, email: null, phone: null, default_purpose_id: null, note: null, blocked_reason: null }
  const id = await insertPayee(unit.trx, {
    ...payee,
    ...rest,
    ...editedBy(actor),
    ...unverified,
    state: 'new',
    created_at: moment(unit.now),
  })
  if (id === undefined) return undefined
  afterCreate(unit.trx, 'payee', id)
  const after = { ...payee, request_number: paying.request_number }
  notePayee(unit, actor, { verb: 'create', id, dealerGroupId: dealer_group_id, after })
  return id
}
