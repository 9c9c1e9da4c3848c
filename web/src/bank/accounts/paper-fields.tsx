import { type FieldOffsets, logoLimits, movedFields, whyNotOnPaper } from '@check-requests/domain/bank/fields.ts'
import { voidAfterByDefault } from '@check-requests/domain/checks/front.ts'
import { checkFields, type FieldName, fieldNames } from '@check-requests/domain/checks/layouts.ts'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { AccountSection, NumberInput } from '#bank/accounts/account-fields.tsx'
import type { AccountForm } from '#bank/accounts/account-form-model.ts'
import { dateOptions, layoutOptions, offsetsInWords, stockOptions } from '#bank/accounts/account-words.ts'
import { type Paper, SheetPicture } from '#bank/accounts/sheet-picture.tsx'
import { useDealerships } from '#organization/api.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormField } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'

/** The fields for the layout of checks, next to a live preview. */
export function PaperFields({ form, isNew }: { form: AccountForm; isNew: boolean }) {
  const stock = useWatch({ control: form.control, name: 'stock' })
  const paper = usePaper(form)
  return (
    <AccountSection title="Paper" hint="Print the account’s test page to see where your printer puts each field.">
      <div className="grid content-start gap-x-4 gap-y-4 sm:col-span-4 sm:grid-cols-2">
        <FormField form={form} name="layout" label="Layout" className="sm:col-span-2">
          {(field) => <NativeSelect {...field} className="w-full" options={layoutOptions} />}
        </FormField>
        <FormField form={form} name="stock" label="Stock" group className="sm:col-span-2">
          {({ onChange, ...field }) => (
            <RadioGroup
              {...field}
              options={stockOptions}
              onChange={(chosen) => {
                onChange(chosen)
                // An existing account goes on printing the line that it has.
                if (isNew) form.setValue('void_after_days', String(voidAfterByDefault(chosen) ?? ''))
              }}
            />
          )}
        </FormField>
        {stock === 'blank' && (
          <FormField
            form={form}
            name="micr"
            label="MICR Line"
            group
            hint="Requires a printer with magnetic toner and samples that passed the bank’s test."
            className="sm:col-span-2"
          >
            {({ value, onChange }) => <Checkbox label="Print the MICR line" checked={value} onChange={onChange} />}
          </FormField>
        )}
        <FormField form={form} name="offset_x" label="Offset to the Right" hint="In hundredths of an inch.">
          {({ ref: _, ...field }) => <NumberInput {...field} allowNegative />}
        </FormField>
        <FormField
          form={form}
          name="offset_y"
          label="Offset Down"
          hint="In hundredths of an inch. A negative number moves up."
        >
          {({ ref: _, ...field }) => <NumberInput {...field} allowNegative />}
        </FormField>
        <FieldOffsetRows form={form} />
        {stock === 'blank' && (
          <FormField
            form={form}
            name="logo"
            label="Logo"
            group
            hint="A PNG file in black and white or gray, up to 40 KB and 1,000 pixels on each side."
            className="sm:col-span-2"
          >
            {({ value, onChange }) => <LogoInput logo={value} onChange={onChange} />}
          </FormField>
        )}
        <FormField form={form} name="date_form" label="Date on Checks" className="sm:col-span-2">
          {(field) => <NativeSelect {...field} className="w-full" options={dateOptions} />}
        </FormField>
        <FormField form={form} name="void_after_days" label="Void After (Days)" hint="Leave blank to omit this line.">
          {({ ref: _, ...field }) => <NumberInput {...field} />}
        </FormField>
        <FormField form={form} name="stale_after_days" label="Stale After (Days)" required>
          {({ ref: _, ...field }) => <NumberInput {...field} />}
        </FormField>
        <FormField
          form={form}
          name="pick_up_reminder_days"
          label="Pickup Reminder After (Days)"
          hint="For checks ready for pickup. Leave blank for no reminder."
        >
          {({ ref: _, ...field }) => <NumberInput {...field} />}
        </FormField>
        <FormField form={form} name="mail_task_days" label="Mailing Task After (Days)" hint="Leave blank for no task.">
          {({ ref: _, ...field }) => <NumberInput {...field} />}
        </FormField>
      </div>
      <figure className="grid content-start gap-1.5 sm:col-span-2">
        <SheetPicture paper={paper} part="sheet" className="max-sm:max-w-60" />
        <figcaption className="text-[0.8125rem] text-ink-soft" role="status">
          {offsetsInWords(paper.offset_x, paper.offset_y, movedFields(paper.field_offsets))}
        </figcaption>
      </figure>
      <figure className="grid gap-1.5 sm:col-span-6">
        <SheetPicture paper={paper} part="check" />
        <figcaption className="text-[0.8125rem] text-ink-soft">
          Dashed lines show the envelope windows and perforations. The shaded band is reserved for the MICR line.
        </figcaption>
      </figure>
    </AccountSection>
  )
}

/** The account's first check as typed so far. */
export function CheckOfForm({ form }: { form: AccountForm }) {
  return <SheetPicture paper={usePaper(form)} part="check" className="max-lg:max-w-md" />
}

/** The paper settings typed so far. */
function usePaper({ control }: AccountForm): Paper {
  const dealerships = useDealerships().data ?? []
  const values = useWatch({ control })
  const [first] = values.dealership_ids ?? []
  const { layout = 'top', stock = 'blank', micr = false } = values
  return {
    layout,
    stock,
    micr,
    offset_x: offsetOf(values.offset_x),
    offset_y: offsetOf(values.offset_y),
    field_offsets: offsetsOf({ layout, stock, micr }, values.field_offsets),
    bank_name: values.bank_name || 'Bank',
    fraction: values.fraction || null,
    void_after_days: Number(values.void_after_days) || null,
    date_form: values.date_form ?? 'short',
    logo: values.logo ?? null,
    payer: dealerships.find(({ id }) => id === first)?.name ?? 'Dealership',
    number: values.next_check_number || '1001',
  }
}

/** The valid offsets typed so far. A field with an invalid offset stays in place. */
function offsetsOf(
  form: Pick<Paper, 'layout' | 'stock' | 'micr'>,
  typed: Partial<Record<FieldName, { x?: string; y?: string }>> = {},
): FieldOffsets {
  const offsets: FieldOffsets = {}
  for (const name of fieldNames) {
    const [x, y] = [Math.trunc(Number(typed[name]?.x) || 0), Math.trunc(Number(typed[name]?.y) || 0)]
    const { fields } = whyNotOnPaper({ ...form, offset_x: 0, offset_y: 0, field_offsets: { [name]: { x, y } } })
    if (fields[name] === undefined) offsets[name] = { x, y }
  }
  return movedFields(offsets)
}

const farthest = 50

function offsetOf(text: string | undefined): number {
  const offset = Number(text) || 0
  return Math.max(-farthest, Math.min(farthest, offset))
}

/** The fields for offsets of individual check fields, in addition to the sheet's offset. */
function FieldOffsetRows({ form }: { form: AccountForm }) {
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
          <legend className="px-1 font-medium">{checkFields[name].label}</legend>
          <FormField
            form={form}
            name={`field_offsets.${name}.x`}
            label={`${checkFields[name].label}: Offset to the Right`}
          >
            {({ ref: _, value, ...field }) => <NumberInput {...field} value={value ?? ''} allowNegative />}
          </FormField>
          <FormField form={form} name={`field_offsets.${name}.y`} label={`${checkFields[name].label}: Offset Down`}>
            {({ ref: _, value, ...field }) => <NumberInput {...field} value={value ?? ''} allowNegative />}
          </FormField>
          <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => putBack(name)}>
            Reset {checkFields[name].label}
          </Button>
        </fieldset>
      ))}
      <Field
        label="Move a Single Field"
        hint="Choose a field whose outline on the test page is off its line or box."
        className="sm:col-span-2"
      >
        <NativeSelect
          className="w-full"
          value=""
          options={[
            { value: '', label: 'Choose a field' },
            ...others.map((name) => ({ value: name, label: checkFields[name].label })),
          ]}
          onChange={(name) => name !== '' && move(name)}
        />
      </Field>
    </>
  )
}

/** A logo, and the buttons to choose another or none. */
function LogoInput({ logo, onChange }: { logo: string | null; onChange(logo: string | null): void }) {
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string>()
  async function take(file: File | undefined) {
    const isSmall = file !== undefined && file.size <= logoLimits.mostUploaded
    setFailure(file && !isSmall ? 'The logo is larger than 40 KB. Choose a smaller file.' : undefined)
    if (!isSmall) return
    const bytes = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte))
    onChange(btoa(bytes.join('')))
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {logo !== null && (
        <img src={`data:image/png;base64,${logo}`} alt="Logo" className="max-h-14 rounded-sm bg-white p-1" />
      )}
      <input
        ref={input}
        type="file"
        accept="image/png"
        hidden
        aria-label="Logo file"
        onChange={({ target }) => {
          void take(target.files?.[0])
          // Clears the input so that the user can choose the same file again.
          target.value = ''
        }}
      />
      <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
        {logo === null ? 'Choose Logo' : 'Change Logo'}
      </Button>
      {logo !== null && (
        <Button variant="secondary" size="sm" onClick={() => onChange(null)}>
          Remove Logo
        </Button>
      )}
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}
