import type {
  Bai2Profile,
  ClearingFormat,
  ClearingProfile,
  OfxProfile,
} from '@check-requests/domain/bank/clearing/profile.ts'
import { clearingFormats } from '@check-requests/domain/bank/clearing/profile.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import type { Option } from '#ui/form/option.ts'

interface FormatFieldProps {
  chosen: ClearingFormat | null
  /** The format recognized in the file; null if none was. */
  recognized: ClearingFormat | null
  onChange(format: ClearingFormat | null): void
}

/** The choice between the format recognized in each file and one of the four formats. */
export function FormatField({ chosen, recognized, onChange }: FormatFieldProps) {
  const automatic = recognized ? `Recognized: ${recognized}` : 'Recognize by content'
  return (
    <Field
      label="File Format"
      hint={recognized ? undefined : 'This file’s format can’t be recognized. Compare the first lines, and choose one.'}
    >
      <NativeSelect
        className="w-full sm:w-72"
        options={[
          { value: '', label: automatic },
          ...clearingFormats.map((format) => ({
            value: format,
            label: format === 'fixed width' ? 'Fixed width' : format,
          })),
        ]}
        value={chosen ?? ''}
        onChange={(format) => onChange(clearingFormats.find((one) => one === format) ?? null)}
      />
    </Field>
  )
}

type Code = 'bai2' | 'ofx'

interface CodeFieldsProps<Part> {
  part: Part
  onChange(part: Part): void
}

/** The fields for which lines of a BAI2 file are checks, and where their numbers are. */
export function Bai2Fields({ part, onChange }: CodeFieldsProps<Bai2Profile>) {
  return (
    <section aria-label="BAI2 codes" className="grid items-start gap-4 sm:grid-cols-2">
      <ListField
        label="Paid Check Type Codes"
        hint="The usual codes are 475 and 474. Separate codes with commas."
        values={part.check_codes}
        onChange={(check_codes) => onChange({ ...part, check_codes })}
      />
      <ListField
        label="Reversal Type Codes"
        hint="The usual codes are 255 and 395."
        values={part.reversal_codes}
        onChange={(reversal_codes) => onChange({ ...part, reversal_codes })}
      />
      <NumberFields part={part} options={bai2Numbers} onChange={onChange} />
    </section>
  )
}

/** The fields for which lines of an OFX file are checks, and where their numbers are. */
export function OfxFields({ part, onChange }: CodeFieldsProps<OfxProfile>) {
  return (
    <section aria-label="OFX types" className="grid items-start gap-4 sm:grid-cols-2">
      <ListField
        label="Transaction Types of Paid Checks"
        hint="The usual type is CHECK. Other payments count if the register has their number."
        values={part.check_types}
        onChange={(check_types) => onChange({ ...part, check_types })}
      />
      <Checkbox
        className="sm:pt-8"
        label="Read the payee of each check from the NAME field"
        checked={part.has_payees}
        onChange={(has_payees) => onChange({ ...part, has_payees })}
      />
      <NumberFields part={part} options={ofxNumbers} onChange={onChange} />
      <Field label="Sign of Paid Checks">
        <NativeSelect
          className="w-full"
          options={ofxSigns}
          value={part.paid_sign}
          onChange={(paid_sign) => onChange({ ...part, paid_sign })}
        />
      </Field>
    </section>
  )
}

type NumberedPart = NonNullable<ClearingProfile[Code]>

interface NumberFieldsProps<Part extends NumberedPart> extends CodeFieldsProps<Part> {
  options: readonly Option<NonNullable<Part['number_in']> | ''>[]
}

function NumberFields<Part extends NumberedPart>({ part, options, onChange }: NumberFieldsProps<Part>) {
  return (
    <>
      <Field label="Field With the Check Number">
        <NativeSelect
          className="w-full"
          options={options}
          value={part.number_in ?? ''}
          onChange={(chosen) => onChange({ ...part, number_in: chosen === '' ? null : chosen })}
        />
      </Field>
      <Field label="Word Before the Check Number" hint="Fill in only if the number follows a word such as CHKN.">
        <Input
          value={part.number_after ?? ''}
          maxLength={30}
          onChange={({ target }) => onChange({ ...part, number_after: target.value === '' ? null : target.value })}
        />
      </Field>
    </>
  )
}

interface ListFieldProps {
  label: string
  hint: string
  values: readonly string[]
  onChange(values: string[]): void
}

function ListField({ label, hint, values, onChange }: ListFieldProps) {
  const [typed, setTyped] = useState(values.join(', '))
  return (
    <Field label={label} hint={hint}>
      <Input
        value={typed}
        maxLength={200}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(
            target.value
              .split(',')
              .map((value) => value.trim())
              .filter((value) => value !== ''),
          )
        }}
      />
    </Field>
  )
}

const automatic = { value: '', label: 'Detect automatically' } as const

const bai2Numbers: readonly Option<NonNullable<Bai2Profile['number_in']> | ''>[] = [
  automatic,
  { value: 'customer reference', label: 'Customer reference' },
  { value: 'bank reference', label: 'Bank reference' },
  { value: 'text', label: 'Text' },
]

const ofxNumbers: readonly Option<NonNullable<OfxProfile['number_in']> | ''>[] = [
  automatic,
  { value: 'CHECKNUM', label: 'CHECKNUM' },
  { value: 'REFNUM', label: 'REFNUM' },
  { value: 'NAME', label: 'NAME' },
  { value: 'MEMO', label: 'MEMO' },
]

const ofxSigns: readonly Option<OfxProfile['paid_sign']>[] = [
  { value: 'any', label: 'Detect automatically' },
  { value: 'minus', label: 'Negative; others are credits' },
  { value: 'plus', label: 'Positive; others are credits' },
]

const linesOnRuler = 4
const longestOnRuler = 200

interface WidthRulerProps {
  className: string
  /** The lines of the file, from the first one that isn't skipped. */
  lines: readonly string[]
  /** The positions at which columns begin, counted from 1. */
  widths: readonly number[]
  onChange(widths: readonly number[]): void
}

/** A ruler above the first lines of a fixed-width file, on which users mark where each column begins. */
export function WidthRuler({ className, lines, widths, onChange }: WidthRulerProps) {
  const [at, setAt] = useState(1)
  const ruler = useRef<HTMLDivElement>(null)
  const shown = lines.filter((line) => line.trim() !== '').slice(0, linesOnRuler)
  const length = Math.min(longestOnRuler, Math.max(0, ...shown.map((line) => line.length)))
  const starts = [...new Set([1, ...widths])].sort((one, other) => one - other)
  const toggle = (position: number) =>
    onChange(
      widths.includes(position)
        ? widths.filter((one) => one !== position)
        : [...widths, position].sort((one, other) => one - other),
    )
  const move = (event: KeyboardEvent, to: number) => {
    if (to < 1 || to > length) return
    event.preventDefault()
    setAt(to)
    ruler.current?.querySelectorAll('button')[to - 1]?.focus()
  }
  return (
    <section aria-label="Column ruler" className={clsx('grid min-w-0 gap-1', className)}>
      <p className="text-[0.8125rem] text-ink-soft">
        Click the position at which a column begins, or move with the arrow keys and press Space. Click again to remove
        it.
      </p>
      <div ref={ruler} className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-[0.8125rem]">
        <div className="flex">
          {Array.from({ length }, (_, index) => index + 1).map((position) => (
            <button
              key={position}
              type="button"
              aria-label={`Column begins at ${position}`}
              aria-pressed={widths.includes(position)}
              tabIndex={position === at ? 0 : -1}
              className="w-[1ch] shrink-0 aria-pressed:bg-accent aria-pressed:text-surface"
              onClick={() => {
                setAt(position)
                toggle(position)
              }}
              onKeyDown={(event) => {
                if (event.key === 'ArrowRight') move(event, position + 1)
                if (event.key === 'ArrowLeft') move(event, position - 1)
              }}
            >
              {position % 10 === 0 ? (position / 10) % 10 : '·'}
            </button>
          ))}
        </div>
        {shown.map((line, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal lines have no other key, and their order never changes
          <div key={row} className="whitespace-pre">
            {starts.map((start, index) => (
              <span key={start} className={index % 2 === 1 ? 'bg-accent-soft' : undefined}>
                {markHidden(line.slice(start - 1, (starts[index + 1] ?? longestOnRuler + 1) - 1))}
              </span>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
