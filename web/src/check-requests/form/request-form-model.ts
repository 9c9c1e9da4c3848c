import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import type { CreateInput } from '@check-requests/domain/check-requests/fields.ts'
import type { DeliveryMethod, Purpose } from '@check-requests/domain/organization/fields.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { Places } from '#check-requests/form/place-choices.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'

export type RequestForm = UseFormReturn<RequestFormValues, unknown, CreateInput>

/** Somebody for whom an admin can raise a request. */
export interface Requester {
  id: number
  name: string
  access_level: AccessLevel
  dealer_group_id: number | null
  dealership_ids: number[]
  department_ids: number[]
}

/** The choices of all selects of the form. */
export interface FormChoices {
  places: Places
  purposes: readonly Purpose[]
  deliveryMethods: readonly DeliveryMethod[]
  /** Only an admin chooses the requester. */
  requesters?: readonly Requester[] | undefined
}
