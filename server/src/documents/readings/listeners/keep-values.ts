import { payoffPurpose } from '@check-requests/domain/check-requests/payoff.ts'
import { priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { keptValues, type SubmittedValues } from '@check-requests/domain/documents/readings/kept-values.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
import { findUsualCoding, onlyAccount } from '../../../check-requests/commands/find-payees.ts'
import type { RequestChanged, RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import type { Unit } from '../../../services.ts'
import { readingsOf } from '../commands/compare-documents.ts'
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
  const submitted = await submittedValues(trx, event)
  for (const { attachment_id, only, words } of single)
    await storeKept(trx, attachment_id, keptValues(only, words, submitted))
}

async function submittedValues(trx: Unit['trx'], { actor, request, names }: RequestChanged): Promise<SubmittedValues> {
  const payee = request.payee_name_1 ?? ''
  const query = { dealer_group_id: request.dealer_group_id, payee }
  const { usual } = await findUsualCoding(trx, actor, query, request.id)
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
    coded: {
      purpose_id: request.purpose_id ?? null,
      department_id: request.department_id,
      delivery_method_id: request.delivery_method_id ?? null,
      priority_level: request.priority_rank === undefined ? null : priorityOf(request.priority_rank),
      account: onlyAccount(request.accounting ?? null),
    },
    usual,
  }
}

function decimal(cents: Cents | null | undefined): string {
  return cents === null || cents === undefined ? '' : centsToDollars(cents).toFixed(2)
}
