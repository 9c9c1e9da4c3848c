import { accessLevels, covers } from '@check-requests/domain/access/scope.ts'
import { useWatch } from 'react-hook-form'
import { useDealerGroups, useDealerships, useDepartments } from '#organisation/api.ts'
import { placeOptions } from '#organisation/place-options.ts'
import { scopeOf } from '#sessions/scope-of.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { FormField, setFollowing } from '#ui/form.tsx'
import { MultiSelect } from '#ui/multi-select.tsx'
import { Select } from '#ui/select.tsx'
import { asksFor, type UserForm } from '#users/user-form-model.ts'

const shownDealerships = 4
const shownDepartments = 2

/** The user's assignments, as the access level requires; the levels below a changed choice are cleared (R183). */
export function UserFormPlaces({ form, fixed }: { form: UserForm; fixed: boolean }) {
  const groups = useDealerGroups().data ?? []
  const level = useWatch({ control: form.control, name: 'access_level' })
  const asks = asksFor(level)
  return (
    <>
      {asks.group && (
        <FormField form={form} name="dealer_group_id" label="Dealer Group" required className="sm:col-span-3">
          {(field) => (
            <Select
              {...field}
              searchable
              options={placeOptions(groups)}
              disabled={fixed}
              onChange={(id) => {
                field.onChange(id)
                setFollowing(form, { dealership_ids: [], department_ids: [] })
              }}
            />
          )}
        </FormField>
      )}
      {asks.dealerships && <DealershipsField form={form} fixed={fixed} />}
      {asks.departments && <DepartmentsField form={form} fixed={fixed} />}
    </>
  )
}

function DealershipsField({ form, fixed }: { form: UserForm; fixed: boolean }) {
  const scope = scopeOf(usePerson())
  const groupId = useWatch({ control: form.control, name: 'dealer_group_id' })
  const isOwn = (id: number) => scope.level < accessLevels.dealership || scope.dealershipIds.includes(id)
  const dealerships = (useDealerships().data ?? []).filter(
    ({ id, dealer_group_id }) => dealer_group_id === groupId && isOwn(id),
  )
  return (
    <FormField form={form} name="dealership_ids" label="Dealerships" required className="sm:col-span-3">
      {(field) => (
        <MultiSelect
          {...field}
          options={placeOptions(dealerships)}
          maxChips={shownDealerships}
          disabled={fixed}
          onChange={(ids) => {
            field.onChange(ids)
            setFollowing(form, { department_ids: [] })
          }}
        />
      )}
    </FormField>
  )
}

function DepartmentsField({ form, fixed }: { form: UserForm; fixed: boolean }) {
  const scope = scopeOf(usePerson())
  const chosen = useWatch({ control: form.control, name: 'dealership_ids' })
  const departments = (useDepartments().data ?? []).filter(
    ({ id, dealership_id: dealershipId, dealer_group_id: dealerGroupId }) =>
      chosen.includes(dealershipId) && covers(scope, { dealerGroupId, dealershipId, departmentId: id }),
  )
  return (
    <FormField form={form} name="department_ids" label="Departments" required className="sm:col-span-3">
      {(field) => (
        <MultiSelect
          {...field}
          options={departments.map(({ id, name, dealership_code, dealership_name }) => ({
            value: id,
            label: `${name} (${dealership_code})`,
            group: dealership_name,
          }))}
          maxChips={shownDepartments}
          disabled={fixed}
        />
      )}
    </FormField>
  )
}
