import { z } from 'zod'
import { type DateForm, dateForms } from '../file-text.ts'

const mostColumns = 40
const mostLines = 3
const widestColumn = 200
const longestLiteral = 100

/** Printable ASCII on one line, the only characters allowed in bank files. */
const printable = /^[ -~]*$/

/** Separators in delimited files. */
const separators = [',', ';', '|', '\t'] as const

/** When to quote values. With 'never', characters that would need quoting are removed from texts. */
const quoteRules = ['when needed', 'always', 'never'] as const

const literal = z
  .string()
  .max(longestLiteral, { error: `Enter at most ${longestLiteral} characters.` })
  .regex(printable, { error: 'Bank files can contain only unaccented letters, digits, and symbols.' })

const wholeLength = { error: `Enter a whole number from 1 to ${widestColumn}.` }

/**
 * Where a column's value begins and ends. `length`: the column's length in characters. Null means the length of the
 * value and is allowed only in delimited files. A value longer than its column is an error, except for payees set to be
 * truncated. `pad`: the character that fills a column longer than its value. Null means no padding and is allowed only
 * in delimited files.
 */
const place = {
  length: z.int(wholeLength).min(1, wholeLength).max(widestColumn, wholeLength).nullable().default(null),
  align: z.enum(['left', 'right']).default('left'),
  pad: z.enum([' ', '0']).nullable().default(null),
}
const dateForm = z.enum(Object.keys(dateForms) as [DateForm, ...DateForm[]])
const amountForm = z.enum(['cents', 'dollars']).describe('cents: 123456; dollars: 1234.56')
const isCut = z.enum(['cut', 'refuse']).describe('How to handle a value that is longer than the column')

const ofTheAccount = [
  z.strictObject({ source: z.literal('account number'), ...place }),
  z.strictObject({ source: z.literal('routing number'), ...place }),
  z.strictObject({ source: z.literal('text'), text: literal.min(1, { error: 'Enter the text.' }), ...place }),
  z.strictObject({ source: z.literal('blank'), ...place }),
] as const

/** A column in a check's line. A void date is blank for checks that aren't void. */
const recordColumn = z.discriminatedUnion('source', [
  ...ofTheAccount,
  z.strictObject({ source: z.literal('check number'), ...place }),
  z.strictObject({ source: z.literal('issue date'), date_form: dateForm, ...place }),
  z.strictObject({ source: z.literal('void date'), date_form: dateForm, ...place }),
  z.strictObject({ source: z.literal('issue or void date'), date_form: dateForm, ...place }),
  z.strictObject({ source: z.literal('amount'), amount_form: amountForm, ...place }),
  z.strictObject({ source: z.literal('payee'), too_long: isCut, ...place }),
  z.strictObject({ source: z.literal('second payee line'), too_long: isCut, ...place }),
  z.strictObject({ source: z.literal('both payee lines'), too_long: isCut, ...place }),
  z.strictObject({ source: z.literal('status'), issue: literal, void: literal, ...place }),
])
export type RecordColumn = z.output<typeof recordColumn>

/** A column in a line before or after the checks. Totals cover the whole file. */
const frameColumn = z.discriminatedUnion('source', [
  ...ofTheAccount,
  z.strictObject({ source: z.literal('file date'), date_form: dateForm, ...place }),
  z.strictObject({ source: z.literal('record count'), ...place }),
  z.strictObject({ source: z.literal('issue count'), ...place }),
  z.strictObject({ source: z.literal('void count'), ...place }),
  z.strictObject({ source: z.literal('total amount'), amount_form: amountForm, ...place }),
  z.strictObject({ source: z.literal('issue total'), amount_form: amountForm, ...place }),
  z.strictObject({ source: z.literal('void total'), amount_form: amountForm, ...place }),
  z.strictObject({ source: z.literal('total of check numbers'), ...place }),
])
export type FrameColumn = z.output<typeof frameColumn>
export type Column = RecordColumn | FrameColumn

const lines = z.array(z.array(frameColumn).min(1).max(mostColumns)).max(mostLines).default([])

/** How voids are reported to a bank. If they aren't, the bank needs a stop payment for each. */
export const voidRules = ['in the file', 'own file', 'not told'] as const
export type VoidRule = (typeof voidRules)[number]

const both = {
  line_end: z.enum(['CR LF', 'LF']).default('CR LF'),
  /** Whether the last line also ends with a line end. */
  last_line_end: z.boolean().default(true),
  capitals: z.boolean().default(false),
  /** How to handle a letter without an ASCII equivalent, such as a Chinese one. Accents are always removed. */
  unknown_letters: z.enum(['refuse', 'question mark']).default('refuse'),
  header: lines,
  record: z.array(recordColumn).max(mostColumns),
  trailer: lines,
  voids: z
    .enum(voidRules)
    .optional()
    .describe(
      'How voids are reported to the bank; by default in the file if a status or void date column marks them, otherwise not at all',
    ),
  void_date: z
    .enum(['void', 'transmission'])
    .optional()
    .describe('The day that void dates state: the day of the void (default), or the day the file is created'),
  void_file: z
    .strictObject({ header: lines, record: z.array(recordColumn).max(mostColumns), trailer: lines })
    .optional()
    .describe('The lines of a file of voids, if they differ from those of a file of issues'),
}

/**
 * The format in which a bank receives issued and voided checks (positive pay): plain JSON, saved per account. Sources
 * of the layouts: `shipped.ts`.
 */
export const positivePayTemplate = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('fixed width'), ...both }),
    z.strictObject({
      kind: z.literal('delimited'),
      separator: z.enum(separators),
      quotes: z.enum(quoteRules),
      ...both,
    }),
  ])
  .superRefine((template, context) => {
    for (const { path, message } of templateProblems(template))
      context.addIssue({ code: 'custom', path: [...path], message })
  })
export type PositivePayTemplate = z.output<typeof positivePayTemplate>

/** How this template reports voids to the bank. */
export function voidRuleOf({ voids, record }: Pick<PositivePayTemplate, 'voids' | 'record'>): VoidRule {
  return voids ?? (marksVoids(record) ? 'in the file' : 'not told')
}

/** True if files by this template leave out checks whose payees have letters that bank files can't contain. */
export function omitsForeignPayees(template: PositivePayTemplate): boolean {
  return template.unknown_letters === 'refuse' && template.record.some(({ source }) => source.includes('payee'))
}

interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The sources whose values are numbers, which may get leading zeros. */
const numeric: readonly Column['source'][] = [
  'account number',
  'routing number',
  'check number',
  'amount',
  'record count',
  'issue count',
  'void count',
  'total amount',
  'issue total',
  'void total',
  'total of check numbers',
]

function templateProblems(template: PositivePayTemplate): Problem[] {
  const own = template.void_file
  return [
    ...layoutProblems(template, template),
    ...(own
      ? layoutProblems(own, template).map(({ path, message }) => ({ path: ['void_file', ...path], message }))
      : []),
    ...missingColumns(template).map((message) => ({ path: ['record'], message })),
    ...(own && !own.record.some(({ source }) => source === 'check number')
      ? [{ path: ['void_file', 'record'], message: missing.number }]
      : []),
  ]
}

type Layout = Pick<PositivePayTemplate, 'header' | 'record' | 'trailer'>

function layoutProblems({ header, record, trailer }: Layout, template: PositivePayTemplate): Problem[] {
  const lists: (readonly [path: Problem['path'], columns: readonly Column[]])[] = [
    ...header.map((columns, index) => [['header', index], columns] as const),
    [['record'], record],
    ...trailer.map((columns, index) => [['trailer', index], columns] as const),
  ]
  return lists.flatMap(([path, columns]) =>
    columns.flatMap((column, index) =>
      columnProblems(column, template).map(([field, message]) => ({ path: [...path, index, field], message })),
    ),
  )
}

type FieldProblem = readonly [field: string, message: string]

function columnProblems(column: Column, template: PositivePayTemplate): FieldProblem[] {
  const problems: (FieldProblem | false)[] = [
    template.kind === 'fixed width' &&
      column.length === null && ['length', 'Enter the number of characters in this column'],
    template.kind === 'fixed width' && column.pad === null && ['pad', 'Choose the fill character for this column'],
    template.kind === 'delimited' &&
      column.pad !== null &&
      column.length === null && ['length', 'Enter the number of characters to fill this column to'],
    column.pad === '0' && !canHaveZeros(column) && ['pad', 'Fill with blanks, because zeros would change the value'],
    'date_form' in column &&
      column.length !== null &&
      column.length < dateForms[column.date_form].length &&
      dateTooLong,
    'too_long' in column && column.too_long === 'cut' && column.length === null && cutWithoutLength,
    ...literalsOf(column).map((text) => literalProblem(text, column, template)),
  ]
  return problems.filter((problem) => problem !== false)
}

const cutWithoutLength: FieldProblem = ['length', 'Enter the number of characters at which to cut payee names']

const dateTooLong: FieldProblem = ['length', 'Dates in this format need a longer column']

function canHaveZeros(column: Column): boolean {
  if ('date_form' in column) return column.length === dateForms[column.date_form].length
  return numeric.includes(column.source) && column.align === 'right'
}

function literalsOf(column: Column): string[] {
  if (column.source === 'text') return [column.text]
  return column.source === 'status' ? [column.issue, column.void] : []
}

function literalProblem(text: string, { source, length }: Column, template: PositivePayTemplate): FieldProblem | false {
  const field = source === 'text' ? 'text' : 'void'
  if (length !== null && text.length > length) return [field, `“${text}” is longer than the column`]
  if (template.kind === 'fixed width' || template.quotes !== 'never') return false
  const breaks = [template.separator, '"'].some((character) => text.includes(character))
  return (
    breaks && [
      field,
      'Remove the quotation marks and separators from this text, or allow quotation marks around values',
    ]
  )
}

const missing = {
  number: 'Add a check number column',
  amount: 'Add an amount column',
  voids: 'Add a status or void date column, because a void would look like an issue',
} as const

function missingColumns(template: PositivePayTemplate): string[] {
  const { record } = template
  const has = (source: RecordColumn['source']) => record.some((column) => column.source === source)
  return [
    has('check number') ? '' : missing.number,
    has('amount') ? '' : missing.amount,
    voidRuleOf(template) !== 'in the file' || marksVoids(record) ? '' : missing.voids,
  ].filter((message) => message !== '')
}

/** Whether a line of a void differs from that of an issue by more than its date. */
function marksVoids(record: readonly RecordColumn[]): boolean {
  const status = record.find((column) => column.source === 'status')
  return record.some(({ source }) => source === 'void date') || (status !== undefined && status.issue !== status.void)
}
