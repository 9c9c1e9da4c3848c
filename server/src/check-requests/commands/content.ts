import { type CreateInput, defaultDueInDays } from '@check-requests/domain/check-requests/fields.ts'
import { missingOther } from '@check-requests/domain/check-requests/other-texts.ts'
import { storedJoin } from '@check-requests/domain/check-requests/payee-join.ts'
import { payoffPurpose } from '@check-requests/domain/check-requests/payoff.ts'
import { priorityNamed } from '@check-requests/domain/check-requests/priorities.ts'
import { isMailed, otherPurpose } from '@check-requests/domain/organization/fields.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { settleLines } from '../../books/accounting/commands/settle-lines.ts'
import { findZone } from '../../organization/queries/calendars.ts'
import { findDeliveryMethod, findPurpose } from '../../organization/queries/choices.ts'
import { invalidFields, refuseMissing } from '../../platform/errors.ts'
import { together } from '../../platform/together.ts'
import type { Tx } from '../../tables.ts'
import { findDemands } from '../required/queries/demands.ts'

/**
 * The part of a create or an edit that says what to pay, to whom and how; fields that do not apply become null (R173).
 * `storedDue`: the date that a request already has; it may stay even if it has passed.
 */
export async function settleContent(trx: Tx, input: CreateInput, now: number, storedDue?: string) {
  const { dealer_group_id: dealerGroupId, accounting: lines, amount } = input
  const [purpose, method, demands, accounting, zone] = await together(
    findPurpose(trx, input.purpose_id),
    findDeliveryMethod(trx, input.delivery_method_id),
    findDemands(trx, dealerGroupId, input.purpose_id),
    settleLines(trx, { dealerGroupId, lines, amount }),
    findZone(trx, dealerGroupId, input.dealership_id),
  )
  if (!purpose) throw invalidFields({ purpose_id: 'Purpose is required' })
  if (!method) throw invalidFields({ delivery_method_id: 'Delivery method is required' })
  refuseMissing(missingOther({ purpose: purpose.name, delivery: method.kind }, input))
  const today = datesIn(zone)(now)
  // By the sender's clock it can be the day before.
  const earliest = addDays(today, -1)
  const isPayoff = purpose.name === payoffPurpose
  const goodThrough = isPayoff ? input.good_through : null
  if (goodThrough && goodThrough !== storedDue && goodThrough < earliest)
    throw invalidFields({ good_through: 'This date has passed. Ask the lender for a new payoff letter.' })
  if (isPayoff && input.per_diem !== null && !goodThrough)
    throw invalidFields({ good_through: 'With a per diem, say through which day the amount is good.' })
  const due = goodThrough ?? input.due_date ?? storedDue ?? addDays(today, defaultDueInDays)
  if (due !== storedDue && due < earliest) throw invalidFields({ due_date: 'The due date cannot be in the past' })
  const mailed = isMailed(method.kind)
  const values = {
    amount_cents: amount,
    payee_type: input.payee_type,
    payee_sub_type: input.payee_sub_type,
    payee_name_1: input.payee_name_1,
    payee_name_2: input.payee_name_2,
    payee_join: storedJoin(input),
    memo_line: input.memo_line,
    purpose_id: input.purpose_id,
    purpose_other: purpose.name === otherPurpose ? input.purpose_other : null,
    priority_rank: priorityNamed(input.priority_level).rank,
    due_date: due,
    vin_last_digits: input.vin_last_digits,
    po_purchase_no: input.po_purchase_no,
    invoice_number: input.invoice_number,
    stock_number: input.stock_number,
    deal_number: input.deal_number,
    repair_order: input.repair_order,
    cleared_payment: input.cleared_payment,
    good_through: goodThrough,
    per_diem_cents: goodThrough ? input.per_diem : null,
    accounting,
    delivery_method_id: input.delivery_method_id,
    mailing_method: mailed ? input.mailing_method : null,
    mailing_address: mailed ? input.mailing_address : null,
    delivery_method_other: mailed ? null : input.delivery_method_other,
    notes: input.notes,
  }
  return { values, purposeName: purpose.name, demands }
}
