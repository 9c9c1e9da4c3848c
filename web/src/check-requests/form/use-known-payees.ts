import { mailingMethods } from '@check-requests/domain/check-requests/fields.ts'
import type { KnownPayee } from '@check-requests/domain/check-requests/payees.ts'
import { payeeKey, separateKey } from '@check-requests/domain/payees/identity.ts'
import type { PayeeName } from '@check-requests/domain/payees/replies.ts'
import { useWatch } from 'react-hook-form'
import { usePayees } from '#check-requests/api.ts'
import type { FormChoices, RequestForm } from '#check-requests/form/request-form-model.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import { useListedPayees } from '#payees/listed-payees.ts'
import { useSettled } from '#ui/use-settled.ts'

const pause = 150
const mostLetters = 100

/**
 * Payees of earlier requests that fit what is typed, and among them the one that is typed in full; and those on the
 * list of payees that are not among them.
 */
export function useKnownPayees(form: RequestForm) {
  const [dealer_group_id, typed] = useWatch({ control: form.control, name: ['dealer_group_id', 'payee_name_1'] })
  const search = useSettled(typed.trim().slice(0, mostLetters), pause)
  const payees = usePayees(dealer_group_id === null ? undefined : { dealer_group_id, search })
  const key = payeeKey(typed)
  const known = new Set(payees.map(({ name }) => payeeKey(name)))
  const listed = useListedPayees(dealer_group_id, search).filter(({ name }) => !known.has(payeeKey(name)))
  return { payees, listed, current: payees.find(({ name }) => payeeKey(name) === key) }
}

/** Whether the payee that is typed has a W-9 of its own, which counts as a demanded tax form. */
export function useHasTaxForm(form: RequestForm, groupId: number | null): boolean {
  const typed = useWatch({ control: form.control, name: 'payee_name_1' })
  const listed = useListedPayees(groupId, useSettled(typed.trim().slice(0, mostLetters), pause))
  const same = listed.filter(({ name }) => payeeKey(name) === payeeKey(typed))
  const payee = same.find(({ name }) => separateKey(name) === separateKey(typed)) ?? same[0]
  return payee?.has_tax_form_document ?? false
}

/** What a request to this payee takes over from the last one, as far as it can still be chosen. */
export function valuesFrom({ name, last }: KnownPayee, choices: FormChoices): Partial<RequestFormValues> {
  return {
    payee_name_1: name,
    payee_type: last.payee_type,
    payee_sub_type: last.payee_sub_type,
    purpose_id: choices.purposes.find(({ id }) => id === last.purpose_id)?.id ?? null,
    purpose_other: last.purpose_other ?? '',
    delivery_method_id: choices.deliveryMethods.find(({ id }) => id === last.delivery_method_id)?.id ?? null,
    mailing_method: mailingMethods.find((method) => method === last.mailing_method) ?? null,
    mailing_address: last.mailing_address ?? '',
    delivery_method_other: last.delivery_method_other ?? '',
  }
}

/** What a request to a payee takes over from the list of payees. */
export function valuesFromList(
  { name, payee_type, payee_sub_type, default_purpose_id }: PayeeName,
  choices: FormChoices,
): Partial<RequestFormValues> {
  const purpose = choices.purposes.find(({ id }) => id === default_purpose_id)
  return { payee_name_1: name, payee_type, payee_sub_type, ...(purpose && { purpose_id: purpose.id }) }
}
