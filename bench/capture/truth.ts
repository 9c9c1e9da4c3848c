import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReadingField, readingFields } from '@check-requests/domain/documents/readings/understand.ts'

export type Rendering = 'text' | 'scan' | 'photo'
export const renderings: readonly Rendering[] = ['text', 'scan', 'photo']
type Value = string | readonly string[] | null

/** What a document says, as the folder's README describes it. */
export interface Truth {
  readonly id: string
  readonly kind: string
  readonly files: Partial<Record<Rendering, string>>
  readonly documents: readonly { readonly pages: readonly number[]; readonly fields: Record<ReadingField, Value> }[]
  readonly accept: Partial<Record<ReadingField, readonly Value[]>>
  readonly where?: readonly { readonly field: ReadingField; readonly page: number }[]
}

export interface Count {
  present: number
  right: number
  filled: number
  wrong: number
}

export interface Mistake {
  readonly file: string
  readonly field: ReadingField
  readonly expected: Value
  readonly filled: string
}

export type Counts = Record<Rendering, Record<ReadingField, Count>>

export function readTruths(folder: string): Truth[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.truth.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

export function noCounts(): Counts {
  return { text: noneCounted(), scan: noneCounted(), photo: noneCounted() }
}

function noneCounted(): Record<ReadingField, Count> {
  const none = (): Count => ({ present: 0, right: 0, filled: 0, wrong: 0 })
  return {
    payee_name: none(),
    payee_address: none(),
    remit_to_name: none(),
    remit_to_address: none(),
    amount: none(),
    currency: none(),
    invoice_number: none(),
    invoice_date: none(),
    due_date: none(),
    po_number: none(),
    vin: none(),
    stock_number: none(),
    repair_order: none(),
    good_through: none(),
    per_diem: none(),
    lender: none(),
    account_number: none(),
  }
}

/** The values that a reading filled, for each document in a file. */
export type Filled = readonly Partial<Record<ReadingField, string>>[]

/** Adds one file's reading to the counts, and returns its mistakes. */
export function count(truth: Truth, rendering: Rendering, filled: Filled, counts: Counts): Mistake[] {
  return truth.documents.flatMap(({ pages, fields }, at) => {
    // A photo shows only the first page.
    if (rendering === 'photo' && !pages.includes(1)) return []
    return readingFields.flatMap((field) => {
      const [expected, value] = [fields[field], filled[at]?.[field]]
      const isRight = value !== undefined && isAccepted(truth, field, expected, value)
      const isPresent = expected !== null && isShown(truth, field, rendering) && !isAcceptedEmpty(truth, field)
      add(counts[rendering][field], { isPresent, isFilled: value !== undefined, isRight })
      if (value === undefined || isRight) return []
      return [{ file: truth.files[rendering] ?? truth.id, field, expected, filled: value }]
    })
  })
}

function add(row: Count, seen: { isPresent: boolean; isFilled: boolean; isRight: boolean }): void {
  row.present += Number(seen.isPresent)
  row.right += Number(seen.isPresent && seen.isRight)
  row.filled += Number(seen.isFilled)
  row.wrong += Number(seen.isFilled && !seen.isRight)
}

function isAccepted({ accept }: Truth, field: ReadingField, expected: Value, value: string): boolean {
  return [expected, ...(accept[field] ?? [])].some((each) => each !== null && isSame(field, each, value))
}

/** Leaving the field empty counts as right, too. */
function isAcceptedEmpty({ accept }: Truth, field: ReadingField): boolean {
  return accept[field]?.includes(null) ?? false
}

/** False for what a photo of the first page doesn't show. */
function isShown({ where = [] }: Truth, field: ReadingField, rendering: Rendering): boolean {
  const places = where.filter((place) => place.field === field)
  return rendering !== 'photo' || places.length === 0 || places.some(({ page }) => page === 1)
}

/** Compares values without case, spaces, and punctuation of names; numbers and dates exactly. */
function isSame(field: ReadingField, expected: string | readonly string[], value: string): boolean {
  const text = typeof expected === 'string' ? expected : expected.join(' ')
  if (field === 'amount' || field === 'per_diem') return Number(text) === Number(value)
  return plain(text) === plain(value)
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
