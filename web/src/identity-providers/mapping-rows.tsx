import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import type { Option } from '#ui/option.ts'

interface Row<Meaning extends string | number> {
  value: string
  meaning: Meaning
}

interface MappingRowsProps<Meaning extends string | number> {
  rows: readonly Row<Meaning>[]
  options: readonly Option<Meaning>[]
  /** What a value gives, such as 'Role'. */
  gives: string
  onChange(rows: Row<Meaning>[]): void
}

/** Values of a claim, and what each of them means. */
export function MappingRows<Meaning extends string | number>(props: MappingRowsProps<Meaning>) {
  const id = useId()
  const { rows, options, gives, onChange } = props
  const [first] = options
  const change = (index: number, part: Partial<Row<Meaning>>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <div className="grid justify-items-start gap-2">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone.
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
            aria-label={`${gives} of value ${index + 1}`}
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
