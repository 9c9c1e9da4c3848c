import { malformedAddress } from '@check-requests/domain/organisation/address.ts'
import {
  type CreateDealershipInput,
  createDealershipBody,
  type Dealership,
} from '@check-requests/domain/organisation/fields.ts'
import { evenIfIncomplete } from '@check-requests/domain/values/fields.ts'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'

/** The values of the form; `is_active` is offered for an existing dealership. */
export interface DealershipFormValues {
  dealer_group_id: number | null
  name: string
  code: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  /** Null: that of the dealer group. */
  time_zone: string | null
  is_active: boolean
}

type CheckedDealership = CreateDealershipInput & { is_active: boolean }

export type DealershipForm = UseFormReturn<DealershipFormValues, unknown, CheckedDealership>

/** What the API takes; of an existing dealership, what was stored before these rules can stay (`opened`). */
export function dealershipFormSchema(opened: Dealership | null) {
  return createDealershipBody.extend({ is_active: z.boolean() }).superRefine((values, context) => {
    for (const [field, message] of Object.entries(malformedAddress(values)))
      if (values[field as 'zip'] !== opened?.[field as 'zip'])
        context.addIssue({ code: 'custom', path: [field], message })
  }, evenIfIncomplete)
}

export function valuesOfDealership(dealership: Dealership): DealershipFormValues {
  const { dealer_group_id, name, code, address, city, state, zip, phone, time_zone, is_active } = dealership
  return { dealer_group_id, name, code, address, city, state, zip, phone, time_zone, is_active }
}

/** An empty form; a group is preselected if there is only one. */
export function blankDealership(dealerGroupId: number | null): DealershipFormValues {
  const blank = { name: '', code: '', address: '', city: '', state: '', zip: '', phone: '' }
  return { ...blank, dealer_group_id: dealerGroupId, time_zone: null, is_active: true }
}
