import { dateForms } from '@check-requests/domain/bank/file-text.ts'
import {
  sampleAccountOf,
  sampleDate,
  sampleRows,
  shippedTemplates,
} from '@check-requests/domain/bank/positive-pay/shipped.ts'
import {
  type Column,
  type FrameColumn,
  type PositivePayTemplate,
  positivePayTemplate,
  type RecordColumn,
  type VoidRule,
  voidRuleOf,
} from '@check-requests/domain/bank/positive-pay/template.ts'
import { rowsByFile, tryRows } from '@check-requests/domain/bank/positive-pay/write-file.ts'
import { useMemo } from 'react'
import { randomHex } from '#platform/browser-features.ts'

export type Source = Column['source']

/** A column in the editor with the fields of every kind, so that typed values survive a change of kind. */
export interface EditedColumn {
  readonly key: string
  readonly source: Source
  /** The column's length as typed; empty for the length of the value. */
  readonly length: string
  readonly align: 'left' | 'right'
  /** The fill character; empty for none. */
  readonly pad: '' | ' ' | '0'
  readonly text: string
  readonly date_form: DateForm
  readonly amount_form: 'cents' | 'dollars'
  readonly too_long: 'cut' | 'refuse'
  readonly issue: string
  readonly void: string
}

type DateForm = Extract<Column, { date_form: unknown }>['date_form']

/** A line before or after the checks. */
export interface EditedLine {
  readonly key: string
  readonly columns: readonly EditedColumn[]
}

type Delimited = Extract<PositivePayTemplate, { kind: 'delimited' }>

/**
 * A template in the editor. The separator and quoting settings are kept even while the template has fixed-width
 * columns.
 */
export interface EditedTemplate extends Omit<Delimited, 'kind' | keyof EditedLayout | 'void_file'>, EditedLayout {
  readonly kind: PositivePayTemplate['kind']
  readonly void_file?: EditedLayout | undefined
}

/** The lines of a file. */
export interface EditedLayout {
  readonly header: readonly EditedLine[]
  readonly record: readonly EditedColumn[]
  readonly trailer: readonly EditedLine[]
}

const usual: Omit<EditedColumn, 'key' | 'source'> = {
  length: '',
  align: 'left',
  pad: '',
  text: '',
  date_form: 'MM/DD/YYYY',
  amount_form: 'dollars',
  too_long: 'cut',
  issue: 'I',
  void: 'V',
}

export function newColumn(source: Source): EditedColumn {
  return { ...usual, key: randomHex(8), source }
}

export function newLine(): EditedLine {
  return { key: randomHex(8), columns: [newColumn('text')] }
}

/** A stored or shipped template as shown in the editor. */
export function editedTemplate(template: PositivePayTemplate): EditedTemplate {
  const { separator, quotes } = template.kind === 'delimited' ? template : { separator: ',', quotes: 'when needed' }
  return {
    ...template,
    separator: separator as Delimited['separator'],
    quotes: quotes as Delimited['quotes'],
    ...editedLayout(template),
    void_file: template.void_file && editedLayout(template.void_file),
  }
}

function editedLayout({ header, record, trailer }: Pick<PositivePayTemplate, keyof EditedLayout>): EditedLayout {
  return { header: header.map(editedLine), record: record.map(editedColumn), trailer: trailer.map(editedLine) }
}

function editedLine(columns: readonly FrameColumn[]): EditedLine {
  return { key: randomHex(8), columns: columns.map(editedColumn) }
}

function editedColumn(column: RecordColumn | FrameColumn): EditedColumn {
  const { length, pad } = column
  return { ...usual, ...column, key: randomHex(8), length: length === null ? '' : String(length), pad: pad ?? '' }
}

/** The template with this name as shown in the editor. */
export function shippedTemplate(name: string): EditedTemplate | undefined {
  const shipped = shippedTemplates.find((one) => one.name === name)
  return shipped && editedTemplate(shipped.template)
}

type Detail = 'text' | 'date_form' | 'amount_form' | 'too_long' | 'issue' | 'void'

/** The fields of this kind of column, in addition to its position. */
export function detailsOf(source: Source): readonly Detail[] {
  if (source === 'text') return ['text']
  if (source === 'status') return ['issue', 'void']
  if (source.endsWith('date')) return ['date_form']
  if (source.startsWith('amount') || (source.includes('total') && source !== 'total of check numbers'))
    return ['amount_form']
  return source.includes('payee') ? ['too_long'] : []
}

/** The template as it would be stored, for the schema to validate. */
export function templateBody({ separator, quotes, void_file, ...template }: EditedTemplate) {
  return {
    ...template,
    ...(template.kind === 'delimited' && { separator, quotes }),
    ...layoutBody(template),
    ...(void_file && ruleOf(template) === 'own file' && { void_file: layoutBody(void_file) }),
  }
}

function layoutBody({ header, record, trailer }: EditedLayout) {
  const lines = (all: readonly EditedLine[]) => all.map(({ columns }) => columns.map(columnBody))
  return { header: lines(header), record: record.map(columnBody), trailer: lines(trailer) }
}

/** How voids are reported to the bank, as chosen or by the columns. */
export function ruleOf({ voids, record }: Pick<EditedTemplate, 'voids' | 'record'>): VoidRule {
  return voidRuleOf({ voids, record: record.map(columnBody) as PositivePayTemplate['record'] })
}

function columnBody(column: EditedColumn) {
  const { source, align } = column
  const details = Object.fromEntries(detailsOf(source).map((detail) => [detail, column[detail]]))
  const length = column.length.trim() === '' ? null : Number(column.length)
  return { source, ...details, length, align, pad: column.pad === '' ? null : column.pad }
}

/** The errors in a template's fields, by path, such as `record.2.length`. */
export type Messages = Readonly<Record<string, string>>

/** A file created by a template from sample checks, or the sentences that say why no file can be created. */
export interface TemplateSample {
  readonly text: string | undefined
  /** The separate file of voids, if there is one. */
  readonly voids?: string | undefined
  readonly problems: readonly string[]
  readonly messages: Messages
}

/** A sample file that follows the typed values. Errors name lines and columns, counted from 1. */
export function useTemplateSample(template: EditedTemplate): TemplateSample {
  return useMemo(() => sampleOf(template), [template])
}

function sampleOf(template: EditedTemplate): TemplateSample {
  const parsed = positivePayTemplate.safeParse(templateBody(template))
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }))
    return {
      text: undefined,
      problems: issues.map(({ path, message }) => `${placeOf(path)}${message}.`),
      messages: Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
    }
  }
  const files = rowsByFile(parsed.data, sampleRows).map(({ kind, rows }) => ({
    kind,
    ...tryRows(parsed.data, sampleAccountOf(parsed.data), rows, sampleDate, kind),
  }))
  const problems = files.flatMap(({ ofTheFile, held }) => [...ofTheFile, ...held.flatMap((row) => row.problems)])
  if (problems.length > 0) return { text: undefined, voids: undefined, problems: [...new Set(problems)], messages: {} }
  const textOf = (isOfVoids: boolean) =>
    files
      .find(({ kind }) => (kind === 'voids') === isOfVoids)
      ?.lines.map((line) => `${line}\n`)
      .join('')
  return { text: textOf(false), voids: textOf(true), problems: [], messages: {} }
}

function placeOf([part = '', ...rest]: readonly string[]): string {
  if (part === 'void_file') return `File of voids: ${placeOf(rest)}`
  const [first, second] = rest.map((index) => Number(index) + 1)
  if (part === 'record') return first ? `Column ${first} of each check: ` : ''
  const line = `${part === 'header' ? 'Header' : 'Trailer'} line ${first}`
  return second ? `${line}, column ${second}: ` : `${line}: `
}

const ofTheAccount = {
  'account number': 'Account number',
  'routing number': 'Routing number',
  text: 'Fixed text',
  blank: 'Blank',
}
const ofTheCheck: Record<RecordColumn['source'], string> = {
  status: 'Issue or void',
  'check number': 'Check number',
  'issue date': 'Issue date',
  'void date': 'Void date',
  'issue or void date': 'Issue date, or void date for a void',
  amount: 'Amount',
  payee: 'Payee',
  'second payee line': 'Second payee line',
  'both payee lines': 'Payee, both lines',
  ...ofTheAccount,
}
const ofTheFile: Record<FrameColumn['source'], string> = {
  ...ofTheAccount,
  'file date': 'File date',
  'record count': 'Number of checks',
  'issue count': 'Number of issues',
  'void count': 'Number of voids',
  'total amount': 'Total amount',
  'issue total': 'Issue total',
  'void total': 'Void total',
  'total of check numbers': 'Total of check numbers',
}

function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value: value as Value, label: label as string }))
}

export const recordSources: readonly { value: Source; label: string }[] = optionsOf(ofTheCheck)
export const frameSources: readonly { value: Source; label: string }[] = optionsOf(ofTheFile)

export function sourceLabel(source: Source): string {
  return { ...ofTheCheck, ...ofTheFile }[source]
}

export const kinds = optionsOf<EditedTemplate['kind']>({
  delimited: 'Separated',
  'fixed width': 'Fixed width',
})
export const separators = optionsOf<EditedTemplate['separator']>({
  ',': 'Comma',
  ';': 'Semicolon',
  '|': 'Vertical bar',
  '\t': 'Tab',
})
export const quoteRules = optionsOf<EditedTemplate['quotes']>({
  'when needed': 'Only when needed',
  always: 'Around every value',
  never: 'Never: separators in payees are removed',
})
export const lineEnds = optionsOf<EditedTemplate['line_end']>({ 'CR LF': 'CR LF (Windows)', LF: 'LF' })
export const letterRules = optionsOf<EditedTemplate['unknown_letters']>({
  refuse: 'Leave the check out, and list the characters',
  'question mark': 'Replace with question marks',
})
export const voidRules = optionsOf<VoidRule>({
  'in the file': 'In the file, marked as voids',
  'own file': 'In a file of their own',
  'not told': 'The bank isn’t told',
})
export const voidDates = optionsOf<NonNullable<EditedTemplate['void_date']>>({
  void: 'The day of the void',
  transmission: 'The day the file is created',
})
export const sides = optionsOf({ left: 'Left', right: 'Right' })
export const pads = optionsOf({ '': 'Nothing', ' ': 'Blanks', '0': 'Zeros' })
export const amountForms = optionsOf({ dollars: '1234.56', cents: '123456 (cents)' })
export const tooLong = optionsOf({ cut: 'Cut off the name', refuse: 'Leave the check out' })
export const dateOptions = optionsOf<DateForm>(dateForms).map(({ value, label }) => ({
  value,
  label: `${value}, such as ${label}`,
}))
