import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'

type Field = keyof RequestFormValues

/** Fields that every request needs, in the order of the form; VIN and PO number stand for each other. */
const required: readonly Field[] = [
  'requester_id',
  'dealer_group_id',
  'dealership_id',
  'department_id',
  'payee_name_1',
  'payee_type',
  'payee_sub_type',
  'amount',
  'purpose_id',
  'due_date',
  'priority_level',
  'vin_last_digits',
  'delivery_method_id',
]

/** The first required field that has no value. `places`: the levels down to which the place is required. */
export function firstEmpty(values: RequestFormValues, places: object): Field | undefined {
  return required.find((field) => {
    if ((field === 'dealership_id' || field === 'department_id') && !(field in places)) return false
    if (field === 'vin_last_digits' && values.po_purchase_no.trim() !== '') return false
    return values[field] === null || values[field] === ''
  })
}
