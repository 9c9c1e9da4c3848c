import type { PositivePayAccount, PositivePayRow } from './column-values.ts'
import type { Column, PositivePayTemplate, RecordColumn } from './template.ts'

/** A starting template for positive-pay files. `name`, `note`, and `source`: shown to users. */
export interface ShippedTemplate {
  readonly name: string
  readonly note: string
  /** The published description that the columns follow. */
  readonly source: string
  readonly template: PositivePayTemplate
}

type Place = Pick<Column, 'length' | 'align' | 'pad'>

const open: Place = { length: null, align: 'left', pad: null }

function zeros(length: number): Place {
  return { length, align: 'right', pad: '0' }
}

function blanks(length: number): Place {
  return { length, align: 'left', pad: ' ' }
}

function cutAt(length: number, filled: boolean): RecordColumn {
  return { source: 'payee', too_long: 'cut', ...(filled ? blanks(length) : { ...open, length }) }
}

const usual = {
  line_end: 'CR LF',
  last_line_end: true,
  capitals: false,
  unknown_letters: 'refuse',
  header: [],
  trailer: [],
} as const satisfies Partial<PositivePayTemplate>

const names = ['Status', 'Account Number', 'Check Number', 'Issue Date', 'Amount', 'Payee']

/** The format that many banks accept as is, or let customers map on a web page. */
const commonCsv: PositivePayTemplate = {
  kind: 'delimited',
  separator: ',',
  quotes: 'when needed',
  ...usual,
  header: [names.map((text) => ({ source: 'text', text, ...open }))],
  record: [
    { source: 'status', issue: 'Issue', void: 'Void', ...open },
    { source: 'account number', ...open },
    { source: 'check number', ...open },
    { source: 'issue date', date_form: 'MM/DD/YYYY', ...open },
    { source: 'amount', amount_form: 'dollars', ...open },
    { source: 'payee', too_long: 'refuse', ...open },
  ],
}

const chaseCsv: PositivePayTemplate = {
  kind: 'delimited',
  separator: ',',
  quotes: 'never',
  ...usual,
  record: [
    { source: 'status', issue: 'I', void: 'C', ...open },
    { source: 'account number', ...open },
    { source: 'check number', ...open },
    { source: 'issue date', date_form: 'MMDDYY', ...open },
    { source: 'amount', amount_form: 'dollars', ...open },
    cutAt(40, false),
  ],
}

const fixed79: PositivePayTemplate = {
  kind: 'fixed width',
  ...usual,
  record: [
    { source: 'account number', ...zeros(11) },
    { source: 'check number', ...zeros(10) },
    { source: 'issue date', date_form: 'MMDDYYYY', ...blanks(8) },
    { source: 'amount', amount_form: 'cents', ...zeros(10) },
    cutAt(30, true),
    { source: 'blank', ...blanks(1) },
    { source: 'status', issue: '', void: 'V', ...blanks(1) },
    { source: 'void date', date_form: 'MMDDYYYY', ...blanks(8) },
  ],
}

const fixed100: PositivePayTemplate = {
  kind: 'fixed width',
  ...usual,
  record: [
    { source: 'account number', ...zeros(12) },
    { source: 'status', issue: '', void: '2', ...blanks(1) },
    { source: 'blank', ...blanks(2) },
    { source: 'check number', ...zeros(10) },
    { source: 'amount', amount_form: 'cents', ...zeros(12) },
    { source: 'issue date', date_form: 'YYYYMMDD', ...blanks(8) },
    { source: 'blank', ...blanks(1) },
    cutAt(54, true),
  ],
}

// The first ten digits are assigned by the bank, and a void is dated with the day on which the file is sent. The training
// manual says that issues and voids come in separate files.
const pncPayees: PositivePayTemplate = {
  kind: 'fixed width',
  ...usual,
  record: [
    { source: 'account number', ...zeros(10) },
    { source: 'check number', ...zeros(10) },
    { source: 'amount', amount_form: 'dollars', length: 11, align: 'right', pad: ' ' },
    { source: 'issue or void date', date_form: 'MMDDYYYY', ...blanks(8) },
    cutAt(50, true),
    { source: 'second payee line', too_long: 'cut', ...blanks(50) },
  ],
  voids: 'own file',
  void_date: 'transmission',
}

const pncFixed: PositivePayTemplate = {
  kind: 'fixed width',
  ...usual,
  record: [
    { source: 'account number', ...zeros(10) },
    { source: 'check number', ...zeros(10) },
    { source: 'amount', amount_form: 'dollars', length: 11, align: 'right', pad: ' ' },
    { source: 'issue date', date_form: 'MMDDYYYY', ...blanks(8) },
    { source: 'blank', ...blanks(15) },
  ],
  voids: 'own file',
}

const citizens: PositivePayTemplate = {
  kind: 'fixed width',
  ...usual,
  record: [
    { source: 'account number', ...zeros(10) },
    { source: 'check number', ...zeros(10) },
    { source: 'amount', amount_form: 'cents', ...zeros(10) },
    { source: 'issue date', date_form: 'MMDDYY', ...blanks(6) },
    { source: 'blank', ...blanks(16) },
    cutAt(60, true),
    { source: 'blank', ...blanks(68) },
  ],
  voids: 'not told',
}

// The bank's example has no void.
const bankFinancial: PositivePayTemplate = {
  kind: 'delimited',
  separator: ',',
  quotes: 'when needed',
  ...usual,
  record: [
    { source: 'text', text: 'I', ...open },
    { source: 'account number', ...open },
    { source: 'check number', ...open },
    { source: 'issue date', date_form: 'MM/DD/YYYY', ...open },
    { source: 'amount', amount_form: 'dollars', ...open },
    { source: 'payee', too_long: 'refuse', ...open },
  ],
  voids: 'not told',
}

/**
 * The templates to choose from and adapt. Banks differ, so users must verify each template with the bank's own test.
 */
export const shippedTemplates: readonly ShippedTemplate[] = [
  {
    name: 'Common CSV',
    note: 'A header line, then a line for each check. Accepted by many banks.',
    source: 'Not from one bank: the columns that banks ask for most often',
    template: commonCsv,
  },
  {
    name: 'Chase CSV',
    note: 'No header line. Commas in payee names are removed.',
    source: 'positivepaymaker.com/formats.md',
    template: chaseCsv,
  },
  {
    name: 'First American Bank, fixed width',
    note: '79 characters with an 11-digit account number, V, and the date for a void.',
    source: 'positivepaymaker.pages.dev/banks/first-american-bank',
    template: fixed79,
  },
  {
    name: 'Ascender, fixed width',
    note: '100 characters with a 12-digit account number, and 2 for a void.',
    source: 'Positive Pay Export for school districts in Texas, help.ascendertx.com',
    template: fixed100,
  },
  {
    name: 'PNC, fixed width with payees',
    note: '139 characters; voids in a file of their own.',
    source: 'PNC Positive Pay Export, help.ascendertx.com, and PINACLE training manual, fliphtml5.com/avoi/frdn',
    template: pncPayees,
  },
  {
    name: 'PNC IssueFW and VoidFW',
    note: '54 characters; voids in a file of their own.',
    source: 'PINACLE training manual, page 12, fliphtml5.com/avoi/frdn',
    template: pncFixed,
  },
  {
    name: 'Citizens, fixed width',
    note: '180 characters; issues only.',
    source: 'Citizens Bank version 1, support-sf.genesisedu.com, article 151000055774',
    template: citizens,
  },
  {
    name: 'BankFinancial CSV',
    note: 'No header line; issues only.',
    source: 'Positive Pay Format Guide, comma-delimited example, docslib.org/doc/782644',
    template: bankFinancial,
  },
]

/** A fictitious account. */
export const sampleAccount: PositivePayAccount = { accountNumber: '12345678901', routingNumber: '021000021' }

/** The fictitious account in a sample of a template: with 10 digits if the template has no room for 11. */
export function sampleAccountOf({ record }: Pick<PositivePayTemplate, 'record'>): PositivePayAccount {
  const isShort = record.some(({ source, length }) => source === 'account number' && length === 10)
  return isShort ? { ...sampleAccount, accountNumber: '1234567890' } : sampleAccount
}

/** The date of a sample file. */
export const sampleDate = '2026-11-20'

/** Checks that show how a template handles a comma, a void, the smallest amount, and a long name. */
export const sampleRows: readonly PositivePayRow[] = [
  row(1234, 123456, 'ACME PARTS INC'),
  row(1235, 8950, 'SMITH, JONES & CO'),
  { ...row(1236, 50000, 'RIVER CITY AUTO GLASS'), issueDate: '2026-11-19', voidDate: sampleDate },
  row(1237, 7, 'CITY OF AUSTIN'),
  row(1238, 123456789, 'FORD MOTOR CREDIT COMPANY LLC'),
]

function row(number: number, amountCents: number, payee: string): PositivePayRow {
  return { number, amountCents, issueDate: sampleDate, voidDate: null, payee, secondPayeeLine: null }
}
