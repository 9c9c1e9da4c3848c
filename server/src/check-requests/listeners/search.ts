import { purposeText } from '@check-requests/domain/check-requests/purpose-text.ts'
import { beforeChange } from '../../audit/commands/changes.ts'
import type { Unit } from '../../services.ts'
import { insertSearchTexts, type SearchTexts, updateSearchTexts } from '../queries/write/store.ts'
import type { RequestChanged, RequestEvent } from './request-event.ts'

/** Stores the texts that lists are searched by. */
export async function updateSearch({ trx }: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return
  const { id, request_number } = event.request
  const texts = textsOf(event)
  if (event.name === 'created')
    await insertSearchTexts(trx, id, {
      request_number,
      payee: '',
      requester: '',
      purpose: '',
      check_number: '',
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
  return {
    ...(renamesPayee && { payee: [payee_name_1, payee_name_2].filter(Boolean).join('\n') }),
    ...(names?.requester && { requester: names.requester }),
    ...(names?.purpose && { purpose: purposeText({ purpose_name: names.purpose, purpose_other }) }),
    ...(after.check_number && { check_number: after.check_number }),
  }
}
