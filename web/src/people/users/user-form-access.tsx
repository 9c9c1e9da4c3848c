import { type RoleName, roles } from '@check-requests/domain/access/roles.ts'
import { type AccessLevel, accessLevels, covers } from '@check-requests/domain/access/scope.ts'
import { useWatch } from 'react-hook-form'
import { scopeOf } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups, useDealerships, useDepartments } from '#organization/api.ts'
import { placeOptions } from '#organization/places.tsx'
import { isSuperAdmin } from '#people/users/authority.ts'
import { UserFormSection } from '#people/users/user-form-account.tsx'
import { asksFor, type UserForm } from '#people/users/user-form-model.ts'
import { FormField, setFollowing } from '#ui/form/form.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Select } from '#ui/form/select.tsx'

const levels: { value: AccessLevel; label: string }[] = [
  { value: accessLevels.group, label: 'Dealer Group' },
  { value: accessLevels.dealership, label: 'Dealership' },
  { value: accessLevels.department, label: 'Department' },
]

const adminRole: RoleName = 'admin'
const shownRoles = 4

interface UserFormAccessProps {
  form: UserForm
  /** True for the admin's own account, because users can't change their own rights (A17). */
  fixed?: boolean
}

/** The user's rights and scope (R099, R113, R181 to R183). */
export function UserFormAccess({ form, fixed = false }: UserFormAccessProps) {
  return (
    <UserFormSection title="Access" hint={fixed ? 'You can’t change your own rights.' : undefined}>
      <RoleFields form={form} fixed={fixed} />
      <LevelField form={form} fixed={fixed} />
      <UserFormPlaces form={form} fixed={fixed} />
    </UserFormSection>
  )
}

function RoleFields({ form, fixed }: Required<UserFormAccessProps>) {
  const admin = usePerson()
  const chosen = useWatch({ control: form.control, name: 'role_ids' })
  // Only super admins grant the Admin role; the user's own Admin role is shown but can't be changed here.
  const offered = roles.filter(({ name }) => name !== adminRole || isSuperAdmin(admin) || fixed)
  const options = offered.map(({ id, label }) => ({ value: Number(id), label }))
  return (
    <>
      <FormField form={form} name="role_ids" label="Role" required className="sm:col-span-3">
        {(field) => (
          <MultiSelect
            {...field}
            options={options}
            maxChips={shownRoles}
            disabled={fixed}
            onChange={(ids) => {
              field.onChange(ids)
              setFollowing(form, { primary_role: null })
            }}
          />
        )}
      </FormField>
      {chosen.length > 1 && (
        <FormField form={form} name="primary_role" label="Primary Role" required className="sm:col-span-3">
          {(field) => (
            <Select {...field} options={options.filter(({ value }) => chosen.includes(value))} disabled={fixed} />
          )}
        </FormField>
      )}
    </>
  )
}

function LevelField({ form, fixed }: Required<UserFormAccessProps>) {
  const { access_level: ownLevel } = usePerson()
  // This form can't create super admins, but an existing super admin keeps the access level as an option.
  const wasSuperAdmin = form.formState.defaultValues?.access_level === accessLevels.superAdmin
  const options = [...(wasSuperAdmin ? [{ value: accessLevels.superAdmin, label: 'Super Admin' }] : []), ...levels]
  const isNarrowed = !fixed && options.some(({ value }) => value < ownLevel)
  return (
    <FormField
      form={form}
      name="access_level"
      label="Access Level"
      required
      group
      hint={isNarrowed && 'You can’t give wider access than your own.'}
      className="sm:col-span-6"
    >
      {(field) => (
        <RadioGroup<AccessLevel>
          {...field}
          options={options.map((option) => ({ ...option, disabled: option.value < ownLevel }))}
          disabled={fixed}
          onChange={(level) => {
            field.onChange(level)
            setFollowing(form, { dealership_ids: [], department_ids: [] })
          }}
        />
      )}
    </FormField>
  )
}

const shownDealerships = 4
const shownDepartments = 2

/** The user's assignments, as the access level requires. Changing one clears the levels below it (R183). */
function UserFormPlaces({ form, fixed }: { form: UserForm; fixed: boolean }) {
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
