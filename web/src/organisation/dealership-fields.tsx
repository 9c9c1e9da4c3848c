import { zoneInWords } from '@check-requests/domain/values/time-zones.ts'
import { formPhone, formState, formZip } from '@check-requests/domain/values/us-address.ts'
import { useWatch } from 'react-hook-form'
import { useDealerGroups } from '#organisation/api.ts'
import { CodeInput } from '#organisation/code-input.tsx'
import type { DealershipForm } from '#organisation/dealership-form-model.ts'
import { placeOptions } from '#organisation/place-options.ts'
import { TimeZoneSelect } from '#organisation/time-zone-select.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormField } from '#ui/form.tsx'
import { FormedInput } from '#ui/formed-input.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'

const inactiveMeans = 'An inactive dealership takes no new requests. Those that have been raised go on.'

/** All fields of a dealership (R109). Once it exists, it stays in its group and can be deactivated. */
export function DealershipFields({ form, exists }: { form: DealershipForm; exists: boolean }) {
  const groups = useDealerGroups().data ?? []
  const groupId = useWatch({ control: form.control, name: 'dealer_group_id' })
  const group = groups.find(({ id }) => id === groupId)
  const asGroup = group && `As the group: ${zoneInWords(group.settings.time_zone, Date.now())}`
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
        hint={exists && 'A dealership stays in its group.'}
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
        {(field) => <TimeZoneSelect {...field} placeholder={asGroup ?? 'As the dealer group'} />}
      </FormField>
      {exists && (
        <FormField form={form} name="is_active" label="Status" group hint={inactiveMeans} className="sm:col-span-6">
          {({ value, onChange }) => <Checkbox label="Active" checked={value} onChange={onChange} />}
        </FormField>
      )}
    </div>
  )
}
