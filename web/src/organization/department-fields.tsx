import type { CreateDepartmentInput } from '@check-requests/domain/organization/fields.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups, useDealerships } from '#organization/api.ts'
import { CodeInput } from '#organization/code-input.tsx'
import { coversPlace } from '#organization/place-authority.ts'
import { placeOptions } from '#organization/place-options.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormField, setFollowing } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'

export interface DepartmentFormValues {
  name: string
  code: string
  is_active: boolean
  dealer_group_id: number | null
  dealership_id: number | null
}

export type DepartmentForm = UseFormReturn<
  DepartmentFormValues,
  unknown,
  CreateDepartmentInput & { is_active: boolean }
>

interface DepartmentFieldsProps {
  form: DepartmentForm
  /** A department stays in its dealership. */
  exists: boolean
}

const inactiveMeans = 'An inactive department takes no new requests. Those that have been raised go on.'

/**
 * All fields of a department; offers the dealerships of the chosen group in the person's scope (R103, R190). Once it
 * exists, it stays in its dealership and can be deactivated.
 */
export function DepartmentFields({ form, exists }: DepartmentFieldsProps) {
  const person = usePerson()
  const groups = useDealerGroups().data ?? []
  const groupId = useWatch({ control: form.control, name: 'dealer_group_id' })
  const dealerships = (useDealerships().data ?? []).filter(
    ({ id, dealer_group_id: dealerGroupId }) =>
      dealerGroupId === groupId && (exists || coversPlace(person, { dealerGroupId, dealershipId: id })),
  )
  return (
    <>
      <FormField form={form} name="name" label="Name" required>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="code" label="Code" required>
        {(field) => <CodeInput {...field} />}
      </FormField>
      <FormField form={form} name="dealer_group_id" label="Dealer Group" required>
        {(field) => (
          <Select
            {...field}
            searchable
            options={placeOptions(groups)}
            disabled={exists}
            onChange={(id) => {
              field.onChange(id)
              setFollowing(form, { dealership_id: null })
            }}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="dealership_id"
        label="Dealership"
        required
        hint={exists && 'A department stays in its dealership and group.'}
      >
        {(field) => <Select {...field} searchable options={placeOptions(dealerships)} disabled={exists} />}
      </FormField>
      {exists && (
        <FormField form={form} name="is_active" label="Status" group hint={inactiveMeans}>
          {({ value, onChange }) => <Checkbox label="Active" checked={value} onChange={onChange} />}
        </FormField>
      )}
    </>
  )
}
