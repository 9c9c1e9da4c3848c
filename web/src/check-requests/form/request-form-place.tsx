import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { ReactNode } from 'react'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import {
  type ChosenPlace,
  dealershipsOf,
  departmentsOf,
  groupsOf,
  type Places,
  withDealership,
  withGroup,
} from '#check-requests/form/place-choices.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'
import type { LoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { FormField, setFollowing } from '#ui/form/form.tsx'
import { Select } from '#ui/form/select.tsx'
import { optional } from '#ui/optional.tsx'

const NoDepartments = optional(
  async () => (await import('#check-requests/form/request-form-no-departments.tsx')).NoDepartments,
)

interface RequestFormPlaceProps {
  form: RequestForm
  /** All locations, and the possible locations of this request. */
  all: Places
  places: Places
  chosen: ChosenPlace
  /** True for an existing request, whose group can't change (R175). */
  groupFixed: boolean
  /** Which levels of the location are required (R170). */
  needs: { dealership: boolean; department: boolean }
  /** Why the number couldn't be previewed. */
  numberFailure: LoadFailure | undefined
  children?: ReactNode
}

/** The location of the request, and the number derived from it (R161, R173, R174). */
export function RequestFormPlace(props: RequestFormPlaceProps) {
  const { form, all, places, chosen, groupFixed, needs, numberFailure, children } = props
  const departments = departmentsOf(places, chosen)
  return (
    <RequestFormSection title="Location">
      {children}
      <FormField
        form={form}
        name="dealer_group_id"
        label={fieldLabels.dealer_group_id}
        required
        hint={groupFixed && 'A request can’t move to another dealer group.'}
      >
        {(field) => (
          <Select
            {...field}
            options={optionsOf(groupsOf(places, chosen))}
            disabled={groupFixed}
            onChange={(id) => setFollowing(form, withGroup(places, id))}
          />
        )}
      </FormField>
      <FormField form={form} name="dealership_id" label={fieldLabels.dealership_id} required={needs.dealership}>
        {(field) => (
          <Select
            {...field}
            searchable
            options={optionsOf(dealershipsOf(places, chosen))}
            onChange={(id) => setFollowing(form, withDealership(places, chosen, id))}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="department_id"
        label={fieldLabels.department_id}
        required={needs.department}
        hint={chosen.dealership_id && departments.length === 0 && <NoDepartments id={chosen.dealership_id} all={all} />}
      >
        {(field) => <Select {...field} searchable options={optionsOf(departments)} />}
      </FormField>
      <FormField
        form={form}
        name="request_number"
        label={fieldLabels.request_number}
        hint={
          numberFailure?.error ?? (groupFixed ? undefined : 'Preview only. The number is assigned when you submit.')
        }
      >
        {(field) => (
          <div className="flex gap-2">
            <Input {...field} readOnly tabIndex={-1} />
            {numberFailure?.error && (
              <Button variant="secondary" onClick={numberFailure.onRetry}>
                Retry
              </Button>
            )}
          </div>
        )}
      </FormField>
    </RequestFormSection>
  )
}

function optionsOf(rows: readonly { id: number; name: string; code: string }[]) {
  return rows.map(({ id, name, code }) => ({ value: id, label: `${markHidden(name)} (${code})` }))
}
