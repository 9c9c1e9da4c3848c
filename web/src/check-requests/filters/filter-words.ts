import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { FilterField } from '#check-requests/filters/filter-fields.ts'
import { type FilterValues, partsOf } from '#check-requests/filters/filter-values.ts'
import type { Option } from '#ui/option.ts'

/** What a filter in use says on its chip: `Dealership: Lakeside Toyota`. */
export function filterWords(field: FilterField, values: FilterValues, options: readonly Option<string>[]): string {
  const { label, kind } = field
  const [first = '', last = ''] = field.names.map((name) => name && values[name])
  if (kind === 'switch') return label
  if (kind === 'text') return `${label}: ${first}`
  if (kind === 'amounts') return `${label}: ${range(first, last, (amount) => formatDollars(Number(amount)))}`
  if (kind === 'days') return `${label}: ${range(first, last, formatDate)}${zoneWords(label, values)}`
  const labels = partsOf(first).map((part) => options.find(({ value }) => value === part)?.label ?? `#${part}`)
  return `${label}: ${labels.join(', ')}`
}

/** Due dates are days without a zone; all others are moments. */
function zoneWords(label: string, { time_zone }: FilterValues): string {
  return time_zone !== '' && label !== 'Due' ? ` (${time_zone})` : ''
}

function range(first: string, last: string, format: (value: string) => string): string {
  if (first === last) return format(first)
  if (last === '') return `from ${format(first)}`
  if (first === '') return `to ${format(last)}`
  return `${format(first)} to ${format(last)}`
}
