import { dateForms } from '@check-requests/domain/bank/file-text.ts'
import type { FrameColumn, RecordColumn } from '@check-requests/domain/bank/positive-pay/template.ts'
import type { DateForm, EditedTemplate, Source } from '#bank/positive-pay/edited-template.ts'

const ofTheAccount = {
  'account number': 'Account number',
  'routing number': 'Routing number',
  text: 'A text',
  blank: 'Blank',
}
const ofTheCheck: Record<RecordColumn['source'], string> = {
  status: 'Issue or void',
  'check number': 'Check number',
  'issue date': 'Issue date',
  'void date': 'Void date',
  'issue or void date': 'Issue date, or void date of a void',
  amount: 'Amount',
  payee: 'Payee',
  'second payee line': 'Second line of the payee',
  'both payee lines': 'Payee, both lines',
  ...ofTheAccount,
}
const ofTheFile: Record<FrameColumn['source'], string> = {
  ...ofTheAccount,
  'file date': 'Date of the file',
  'record count': 'Number of checks',
  'issue count': 'Number of issues',
  'void count': 'Number of voids',
  'total amount': 'Total amount',
  'issue total': 'Total of issues',
  'void total': 'Total of voids',
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
  delimited: 'With separators',
  'fixed width': 'Of fixed width',
})
export const separators = optionsOf<EditedTemplate['separator']>({
  ',': 'Comma',
  ';': 'Semicolon',
  '|': 'Vertical bar',
  '\t': 'Tab',
})
export const quoteRules = optionsOf<EditedTemplate['quotes']>({
  'when needed': 'Where a value needs them',
  always: 'Around every value',
  never: 'Never: separators in payees are left out',
})
export const lineEnds = optionsOf<EditedTemplate['line_end']>({ 'CR LF': 'CR LF (Windows)', LF: 'LF' })
export const letterRules = optionsOf<EditedTemplate['unknown_letters']>({
  refuse: 'Write no file, and name them',
  'question mark': 'Write question marks',
})
export const sides = optionsOf({ left: 'Left', right: 'Right' })
export const pads = optionsOf({ '': 'Nothing', ' ': 'Blanks', '0': 'Zeros' })
export const amountForms = optionsOf({ dollars: '1234.56', cents: '123456 (cents)' })
export const tooLong = optionsOf({ cut: 'Cut it', refuse: 'Write no file' })
export const dateOptions = optionsOf<DateForm>(dateForms).map(({ value, label }) => ({
  value,
  label: `${value}, such as ${label}`,
}))
