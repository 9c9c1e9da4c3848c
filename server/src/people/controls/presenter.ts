import { type DecidedChange, refusalToConfirm, refusalToStop } from '@check-requests/domain/people/controls/controls.ts'
import type { ControlChange as ControlChangeReply } from '@check-requests/domain/people/controls/fields.ts'
import { type OpenChange, saysOf } from './queries/changes.ts'

/** A change as this person sees it. */
export function presentChange(userId: number, change: OpenChange, decided: DecidedChange): ControlChangeReply {
  const { id, version, dealer_group_id, dealer_group_name, control, asked_at, effective_at } = change
  return {
    id,
    version,
    dealer_group_id,
    dealer_group_name,
    control,
    asked_at,
    effective_at,
    subject: change.bank_account_name,
    says: saysOf(change),
    asked_by: { id: change.asked_by_id, name: change.asked_by_name },
    second_people: decided.secondPeople.map(({ name }) => name),
    alone: decided.inEffect,
    confirm_refusal: refusalToConfirm(userId, decided)?.sentence ?? null,
    stop_refusal: refusalToStop(userId, decided)?.sentence ?? null,
  }
}
