import { payoffPurpose } from '@check-requests/domain/check-requests/payoff.ts'
import { keptValues, type SubmittedValues } from '@check-requests/domain/documents/readings/kept-values.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
import { codedOf, findUsualCoding } from '../../../check-requests/commands/find-payees.ts'
import type { RequestChanged, RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import type { Unit } from '../../../services.ts'
import { readingsOf } from '../commands/compare-documents.ts'
import { keepPhrases, suggestCoding } from '../commands/suggest-coding.ts'
import { storeKept } from '../queries/readings.ts'

/**
 * Records for each document of a new request what became of its values. A file with several documents is left out,
 * because the request is about only one of them.
 */
export async function keepValues({ trx }: Unit, event: RequestEvent): Promise<void> {
  if (event.name !== 'created' || event.draftId === undefined) return
  const { request } = event
  const readings = await readingsOf(trx, { check_request_id: request.id })
  const single = readings.flatMap(({ attachment_id, documents: [only, ...others], words }) =>
    only && others.length === 0 ? { attachment_id, only, words } : [],
  )
  if (single.length === 0) return
  const submitted = await submittedValues(trx, event, readings)
  for (const { attachment_id, only, words } of single)
    await storeKept(trx, attachment_id, keptValues(only, words, submitted))
  for (const reading of readings) await keepPhrases(trx, request.dealer_group_id, reading)
}

async function submittedValues(
  trx: Unit['trx'],
  { actor, request, names }: RequestChanged,
  readings: Parameters<typeof suggestCoding>[3],
): Promise<SubmittedValues> {
  const { id, dealer_group_id, dealership_id, payee_name_1: payee = '' } = request
  const { usual } = await findUsualCoding(trx, actor, { dealer_group_id, payee }, id)
  const ofDocuments = await suggestCoding(trx, actor, { id, dealer_group_id, dealership_id, payee }, readings)
  return {
    texts: {
      payee_name_1: payee,
      amount: decimal(request.amount_cents),
      invoice_number: request.invoice_number ?? '',
      due_date: request.due_date ?? '',
      po_purchase_no: request.po_purchase_no ?? '',
      vin_last_digits: request.vin_last_digits ?? '',
      mailing_address: request.mailing_address ?? '',
      good_through: request.good_through ?? '',
      per_diem: decimal(request.per_diem_cents),
    },
    isPayoff: names?.purpose === payoffPurpose,
    day: request.created_at.slice(0, 10),
    coded: { dealership_id, ...codedAs(request) },
    suggested: [...usual, ...ofDocuments],
  }
}

/** A new request has all of these values. */
function codedAs({
  purpose_id = 0,
  department_id,
  delivery_method_id = 0,
  priority_rank = 1,
  accounting = null,
}: RequestChanged['request']) {
  const coded = codedOf({ purpose_id, department_id, delivery_method_id, priority_rank, accounting })
  // A request charged to several accounts isn't one whose account was left out.
  return { ...coded, account: coded.account ?? (accounting === null ? null : '') }
}

function decimal(cents: Cents | null | undefined): string {
  return cents === null || cents === undefined ? '' : centsToDollars(cents).toFixed(2)
}
