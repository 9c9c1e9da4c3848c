import { checkFields, type FieldName, fieldNames } from '@check-requests/domain/checks/layouts.ts'
import { useWatch } from 'react-hook-form'
import type { AccountForm } from '#banking/accounts/account-form-model.ts'
import { NumberInput } from '#banking/accounts/number-input.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormField } from '#ui/form.tsx'
import { NativeSelect } from '#ui/native-select.tsx'

const labels = checkFields(false)

/** Single fields that are printed elsewhere than the layout has them, beside the offset of the sheet. */
export function FieldOffsetRows({ form }: { form: AccountForm }) {
  const typed = useWatch({ control: form.control, name: 'field_offsets' })
  const moved = fieldNames.filter((name) => typed[name] !== undefined)
  const others = fieldNames.filter((name) => typed[name] === undefined)
  const move = (name: FieldName) => form.setValue(`field_offsets.${name}`, { x: '0', y: '0' }, { shouldDirty: true })
  function putBack(name: FieldName) {
    const { [name]: _offset, ...rest } = typed
    form.setValue('field_offsets', rest, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      {moved.map((name) => (
        <fieldset
          key={name}
          className="grid gap-x-4 gap-y-2 rounded-md border border-line p-3 sm:col-span-2 sm:grid-cols-2"
        >
          <legend className="px-1 font-medium">{labels[name].label}</legend>
          <FormField form={form} name={`field_offsets.${name}.x`} label={`${labels[name].label}: to the Right`}>
            {({ ref: _, value, ...field }) => <NumberInput {...field} value={value ?? ''} allowNegative />}
          </FormField>
          <FormField form={form} name={`field_offsets.${name}.y`} label={`${labels[name].label}: Down`}>
            {({ ref: _, value, ...field }) => <NumberInput {...field} value={value ?? ''} allowNegative />}
          </FormField>
          <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => putBack(name)}>
            Put {labels[name].label} Back
          </Button>
        </fieldset>
      ))}
      <Field
        label="Move a Single Field"
        hint="For a field whose outline on the test page does not lie on its line or box."
        className="sm:col-span-2"
      >
        <NativeSelect
          className="w-full"
          value=""
          options={[
            { value: '', label: 'Choose' },
            ...others.map((name) => ({ value: name, label: labels[name].label })),
          ]}
          onChange={(name) => name !== '' && move(name)}
        />
      </Field>
    </>
  )
}
