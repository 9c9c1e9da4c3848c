import { roles } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { ProviderForm } from '#access/identity-providers/provider-form.ts'
import { placeText } from '#access/identity-providers/typed-people.ts'
import { useDealerships, useDepartments } from '#organization/api.ts'
import { placeOptions } from '#organization/places.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { FormField } from '#ui/form/form.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import type { Option } from '#ui/form/option.ts'

const levelOptions = [
  { value: accessLevels.group, label: 'Whole dealer group' },
  { value: accessLevels.dealership, label: 'Dealerships' },
  { value: accessLevels.department, label: 'Departments' },
]

const roleOptions = roles.map(({ id, label }) => ({ value: id, label }))

/** Fields for how the provider creates users at their first sign-in and which claims set their access. */
export function NewPeopleFields({ form }: { form: ProviderForm }) {
  const { creates } = useWatch({ control: form.control, name: 'new_people' })
  return (
    <>
      <FormField
        form={form}
        name="new_people.creates"
        label="New Users"
        group
        hint="A second person must confirm new approvers, processors, and admins. Deactivated and deleted users aren’t restored."
      >
        {({ value, ...field }) => <Checkbox {...field} checked={value} label="Create users at their first sign-in" />}
      </FormField>
      {creates && <FirstAccess form={form} />}
      {creates && <Mapping form={form} />}
    </>
  )
}

function FirstAccess({ form }: { form: ProviderForm }) {
  const { dealerships, departments } = usePlaces(form)
  const [level, chosen] = useWatch({
    control: form.control,
    name: ['new_people.access_level', 'new_people.dealership_ids'],
  })
  const within = departments.filter(({ dealership_id }) => chosen.includes(dealership_id))
  return (
    <>
      <FormField form={form} name="new_people.requester_by_default" label="Role" group>
        {({ value, ...field }) => <Checkbox {...field} checked={value} label="Make every new user a requester" />}
      </FormField>
      <FormField form={form} name="new_people.access_level" label="Access" required>
        {(field) => <NativeSelect {...field} className="w-full" options={levelOptions} />}
      </FormField>
      {level >= accessLevels.dealership && (
        <FormField form={form} name="new_people.dealership_ids" label="Dealerships" required>
          {(field) => <MultiSelect {...field} options={placeOptions(dealerships)} />}
        </FormField>
      )}
      {level === accessLevels.department && (
        <FormField form={form} name="new_people.department_ids" label="Departments" required>
          {(field) => <MultiSelect {...field} options={within.map((place) => optionOf(place, place.id))} />}
        </FormField>
      )}
    </>
  )
}

function Mapping({ form }: { form: ProviderForm }) {
  const { dealerships, departments } = usePlaces(form)
  const places = [
    ...placeOptions(dealerships).map(({ value, label }) => ({ value: placeText(value, null), label })),
    ...departments.map((place) => optionOf(place, placeText(place.dealership_id, place.id))),
  ]
  return (
    <>
      <FormField
        form={form}
        name="new_people.role_claim"
        label="Role Claim"
        hint="The claim that lists a user’s roles, such as groups. Optional."
      >
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="new_people.roles"
        label="Roles by Claim Value"
        group
        hint="A user loses a role if the claim no longer lists its value at the next sign-in."
      >
        {({ value, onChange }) => (
          <MappingRows
            gives="Role"
            options={roleOptions}
            rows={value.map((row) => ({ value: row.value, meaning: row.role_id }))}
            onChange={(rows) => onChange(rows.map((row) => ({ value: row.value, role_id: row.meaning })))}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="new_people.place_claim"
        label="Location Claim"
        hint="The claim that lists a user’s dealerships or departments, such as store. Optional."
      >
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="new_people.places" label="Locations by Claim Value" group>
        {({ value, onChange }) => (
          <MappingRows
            gives="Location"
            options={places}
            rows={value.map((row) => ({ value: row.value, meaning: row.place }))}
            onChange={(rows) => onChange(rows.map((row) => ({ value: row.value, place: row.meaning })))}
          />
        )}
      </FormField>
      <FormField form={form} name="new_people.first_name_claim" label="First Name Claim">
        {(field) => <Input {...field} autoComplete="off" placeholder="given_name" />}
      </FormField>
      <FormField form={form} name="new_people.last_name_claim" label="Last Name Claim">
        {(field) => <Input {...field} autoComplete="off" placeholder="family_name" />}
      </FormField>
    </>
  )
}

/** The locations of the provider's dealer group. */
function usePlaces({ control }: ProviderForm) {
  const groupId = useWatch({ control, name: 'dealer_group_id' })
  const isOfGroup = ({ dealer_group_id }: { dealer_group_id: number }) => dealer_group_id === groupId
  return {
    dealerships: (useDealerships().data ?? []).filter(isOfGroup),
    departments: (useDepartments().data ?? []).filter(isOfGroup),
  }
}

function optionOf<Value>({ name, dealership_code }: { name: string; dealership_code: string }, value: Value) {
  return { value, label: `${markHidden(name)} (${dealership_code})` }
}

interface Row<Meaning extends string | number> {
  value: string
  meaning: Meaning
}

interface MappingRowsProps<Meaning extends string | number> {
  rows: readonly Row<Meaning>[]
  options: readonly Option<Meaning>[]
  /** The label of the select for a value's meaning, such as 'Role'. */
  gives: string
  onChange(rows: Row<Meaning>[]): void
}

/** Fields that map claim values to their meanings. */
function MappingRows<Meaning extends string | number>(props: MappingRowsProps<Meaning>) {
  const id = useId()
  const { rows, options, gives, onChange } = props
  const [first] = options
  const change = (index: number, part: Partial<Row<Meaning>>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <div className="grid justify-items-start gap-2">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity except its position.
        <div key={index} className="flex w-full flex-wrap items-center gap-2">
          <Input
            id={`${id}value${index}`}
            aria-label={`Value ${index + 1}`}
            className="min-w-32 flex-1"
            autoComplete="off"
            value={row.value}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <NativeSelect
            id={`${id}meaning${index}`}
            aria-label={`${gives} for value ${index + 1}`}
            className="min-w-32 flex-1"
            options={options}
            value={row.meaning}
            onChange={(meaning) => change(index, { meaning })}
          />
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Remove value ${index + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <X aria-hidden className="size-4" />
          </Button>
        </div>
      ))}
      {first && (
        <Button variant="secondary" size="sm" onClick={() => onChange([...rows, { value: '', meaning: first.value }])}>
          <Plus aria-hidden className="size-4" />
          Add Value
        </Button>
      )}
    </div>
  )
}
