import { malformedAddress } from '@check-requests/domain/organization/address.ts'
import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import {
  type CreateDealershipInput,
  createDealershipBody,
  type Dealership,
} from '@check-requests/domain/organization/fields.ts'
import { evenIfIncomplete } from '@check-requests/domain/values/fields.ts'
import { zoneInWords } from '@check-requests/domain/values/time-zones.ts'
import { formPhone, formState, formZip } from '@check-requests/domain/values/us-address.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups, useDealerships } from '#organization/api.ts'
import { addTo } from '#organization/linked-record.ts'
import { CodeInput, TimeZoneSelect } from '#organization/place-inputs.tsx'
import { onlyOne, placeOptions } from '#organization/places.tsx'
import { dealershipNotices } from '#organization/write-notices.ts'
import { paths } from '#paths.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { useNotices } from '#platform/notices.tsx'
import { changedFields, useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Select } from '#ui/form/select.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Adds or changes a dealership (R109, R185, A20). */
export function DealershipDialog({ subject: opened, open, onOpenChange }: DialogFor<Dealership | null>) {
  const { dealer_group_id: own } = usePerson()
  const groups = useDealerGroups().data
  const group = own ?? onlyOne(groups)?.id ?? null
  const notices = useNotices()
  const form: DealershipForm = useZodForm(
    dealershipFormSchema(opened),
    opened ? valuesOfDealership(opened) : blankDealership(group),
  )
  const { row: dealership, readAgain } = useStoredRow(form, opened, valuesOfDealership, useDealerships())
  const handlers = {
    onSuccess: () => onOpenChange(false),
    onError: (failure: ApiFailure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  }
  const navigate = useNavigate()
  const next = {
    label: 'Add departments',
    run: ({ id }: Dealership) => void navigate({ to: paths.departments, search: addTo(id) }),
  }
  const create = useWriteWithNotices(endpoints.createDealership, dealershipNotices.create, { ...handlers, next })
  const update = useWriteWithNotices(endpoints.updateDealership, dealershipNotices.update, handlers)
  const write = dealership ? update : create
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={dealership ? 'Update Dealership' : 'Add Dealership'}
      size="md"
      dirty={form.formState.isDirty && !write.isSuccess}
    >
      <Form
        form={form}
        onSubmit={({ is_active, ...body }) =>
          dealership
            ? update.mutate({
                params: { id: dealership.id },
                body: { ...changedFields(dealership, { ...body, is_active }), version: dealership.version },
              })
            : create.mutate({ body: { ...body, settings: null } })
        }
        onInvalid={({ dealer_group_id: error }) =>
          error?.message && notices.show({ title: error.message, destructive: true })
        }
        className="grid gap-5"
      >
        <DealershipFields form={form} exists={dealership !== null} />
        <FormFailure failure={write.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={write.isPending}>
            {dealership ? 'Update Dealership' : 'Create Dealership'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

const inactiveMeans = 'An inactive dealership can’t be chosen for new requests. Existing requests don’t change.'

/** All fields of a dealership (R109). An existing dealership can't move to another group but can be deactivated. */
function DealershipFields({ form, exists }: { form: DealershipForm; exists: boolean }) {
  const groups = useDealerGroups().data ?? []
  const groupId = useWatch({ control: form.control, name: 'dealer_group_id' })
  const group = groups.find(({ id }) => id === groupId)
  const asGroup = group && `Same as dealer group: ${zoneInWords(group.settings.time_zone, Date.now())}`
  return (
    <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-6">
      <FormField form={form} name="name" label="Name" required className="sm:col-span-4">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="code" label="Code" required className="sm:col-span-2">
        {(field) => <CodeInput {...field} />}
      </FormField>
      <FormField
        form={form}
        name="dealer_group_id"
        label="Dealer Group"
        required
        hint={exists && 'A dealership can’t be moved to another dealer group. Add a new one there.'}
        className="sm:col-span-6"
      >
        {(field) => <Select {...field} searchable options={placeOptions(groups)} disabled={exists} />}
      </FormField>
      <FormField form={form} name="address" label="Address" required className="sm:col-span-6">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="city" label="City" required className="sm:col-span-2">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="state" label="State" required className="sm:col-span-2">
        {(field) => <FormedInput {...field} write={formState} whole />}
      </FormField>
      <FormField form={form} name="zip" label="ZIP Code" required className="sm:col-span-2">
        {(field) => <FormedInput {...field} write={formZip} inputMode="numeric" />}
      </FormField>
      <FormField form={form} name="phone" label="Phone" required className="sm:col-span-3">
        {(field) => <FormedInput {...field} write={formPhone} type="tel" />}
      </FormField>
      <FormField form={form} name="time_zone" label="Time Zone" className="sm:col-span-3">
        {(field) => <TimeZoneSelect {...field} placeholder={asGroup ?? 'Same as dealer group'} />}
      </FormField>
      {exists && (
        <FormField form={form} name="is_active" label="Status" group hint={inactiveMeans} className="sm:col-span-6">
          {({ value, onChange }) => <Checkbox label="Active" checked={value} onChange={onChange} />}
        </FormField>
      )}
    </div>
  )
}

/** The form values; `is_active` can be changed only for an existing dealership. */
interface DealershipFormValues {
  dealer_group_id: number | null
  name: string
  code: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  /** The dealership's time zone; null for the dealer group's time zone. */
  time_zone: string | null
  is_active: boolean
}

type CheckedDealership = CreateDealershipInput & { is_active: boolean }

type DealershipForm = UseFormReturn<DealershipFormValues, unknown, CheckedDealership>

/** The schema of the call's body. An existing dealership (`opened`) can keep values stored before these rules. */
function dealershipFormSchema(opened: Dealership | null) {
  return createDealershipBody.extend({ is_active: z.boolean() }).superRefine((values, context) => {
    for (const [field, message] of Object.entries(malformedAddress(values)))
      if (values[field as 'zip'] !== opened?.[field as 'zip'])
        context.addIssue({ code: 'custom', path: [field], message })
  }, evenIfIncomplete)
}

function valuesOfDealership(dealership: Dealership): DealershipFormValues {
  const { dealer_group_id, name, code, address, city, state, zip, phone, time_zone, is_active } = dealership
  return { dealer_group_id, name, code, address, city, state, zip, phone, time_zone, is_active }
}

/** Empty form values; if there is only one dealer group, it is preselected. */
function blankDealership(dealerGroupId: number | null): DealershipFormValues {
  const blank = { name: '', code: '', address: '', city: '', state: '', zip: '', phone: '' }
  return { ...blank, dealer_group_id: dealerGroupId, time_zone: null, is_active: true }
}

interface FormedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'form' | 'onBlur'> {
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  /** Formats the text typed so far. */
  write(text: string): string
  /** True to format only on blur, because a partly typed state name must not be formatted yet. */
  whole?: boolean | undefined
}

/** A text field that formats while typing. If the user edits in the middle, the text is formatted on blur. */
function FormedInput({ value, onChange, onBlur, write, whole = false, ...rest }: FormedInputProps) {
  const isTyped = useRef(false)
  return (
    <Input
      {...rest}
      autoComplete="off"
      value={value}
      onChange={({ target }) => {
        isTyped.current = true
        const grows = target.value.length > value.length && target.selectionStart === target.value.length
        onChange(grows && !whole ? write(target.value) : target.value)
      }}
      onBlur={() => {
        if (isTyped.current && write(value) !== value) onChange(write(value))
        onBlur?.()
      }}
    />
  )
}
