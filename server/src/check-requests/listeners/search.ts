import { comparedNumber } from '@check-requests/domain/check-requests/duplicates.ts'
import { purposeText } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { searchedFields } from '@check-requests/domain/check-requests/text-fields.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Unit } from '../../services.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { insertMatchKeys, updateMatchKeys } from '../queries/detail/duplicates.ts'
import {
  addSearchedNotes,
  given,
  insertSearchTexts,
  type SearchTexts,
  searchByNotes,
  updateSearchTexts,
} from '../queries/write/searched-texts.ts'
import type { RequestChanged, RequestEvent } from './request-event.ts'

/** Updates the search texts that lists use. */
export async function updateSearch(unit: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return
  await together(updateTexts(unit, event), updateNotes(unit, event))
}

async function updateTexts({ trx }: Unit, event: RequestChanged): Promise<void> {
  const { id, request_number } = event.request
  const texts = textsOf(event)
  if (event.name === 'created')
    await insertSearchTexts(trx, id, {
      request_number,
      payee: '',
      requester: '',
      purpose: '',
      check_number: '',
      numbers: '',
      ...texts,
    })
  else if (Object.keys(texts).length > 0) {
    await beforeChange(trx, 'request-keys', id)
    await updateSearchTexts(trx, id, texts)
  }
}

function textsOf({ request, after, names }: RequestChanged): Partial<SearchTexts> {
  const { payee_name_1 = request.payee_name_1, payee_name_2 = request.payee_name_2 } = after
  const { purpose_other = request.purpose_other ?? null } = after
  const renamesPayee = 'payee_name_1' in after || 'payee_name_2' in after
  const renumbers = searchedFields.some((field) => field in after)
  return {
    ...(renamesPayee && { payee: lines(payee_name_1, payee_name_2) }),
    ...(names?.requester && { requester: names.requester }),
    ...(names?.purpose && {
      purpose: purpose_other ? purposeText({ purpose_name: names.purpose, purpose_other }) : '',
    }),
    ...(after.check_number && { check_number: after.check_number }),
    ...(renumbers && {
      numbers: lines(...searchedFields.map((field) => comparedNumber({ ...request, ...after }[field]))),
    }),
  }
}

function lines(...texts: (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n')
}

/**
 * Updates the searchable notes: the request's own, followed by those of its history. Most changes add a note to the
 * history.
 */
async function updateNotes({ trx }: Unit, { name, request, before, after, comment }: RequestChanged): Promise<void> {
  const { id } = request
  const isAnother = name !== 'created' && 'notes' in after && after.notes !== before.notes
  if (isAnother) await searchByNotes(trx, { id, notes: after.notes ?? null })
  else await addSearchedNotes(trx, id, given(name === 'created' ? after.notes : null, comment))
}

const compared = [
  'payee_name_1',
  'payee_name_2',
  'amount_cents',
  'vin_last_digits',
  'po_purchase_no',
  'invoice_number',
] as const

/** Updates a request's match keys. */
export async function updateMatches({ trx }: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return
  const { request, after } = event
  if (event.name === 'created') await insertMatchKeys(trx, request)
  else if (compared.some((field) => field in after)) {
    await beforeChange(trx, 'request-keys', request.id)
    await updateMatchKeys(trx, { ...request, ...after })
  }
}
