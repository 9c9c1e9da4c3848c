import {
  amountForms,
  type Delimiter,
  dateForms,
  delimiters,
  type JournalField,
  type JournalLine,
  type JournalTemplate,
  journalFields,
} from '@check-requests/domain/books/journal/template.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'

const delimiterWords: Readonly<Record<Delimiter, string>> = {
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
  pipe: 'Vertical bar',
}

export const delimiterOptions = delimiters.map((value) => ({ value, label: delimiterWords[value] }))
export const dateFormOptions = dateForms.map(({ form, sample }) => ({ value: form, label: sample }))
export const amountFormOptions = amountForms.map(({ form, sample }) => ({ value: form, label: `${sample} for a void` }))
export const fieldOptions = journalFields.map(({ field, header }) => ({ value: field, label: header }))

/** The file format of a journal. */
export function templateInWords({ columns, delimiter, date_form, amount_form, ...template }: JournalTemplate): string {
  return [
    `Columns: ${listWithAnd(columns.map(({ header }) => markHidden(header)))}.`,
    `Column separator: ${delimiterWords[delimiter]}.`,
    `Dates as ${dateForms.find(({ form }) => form === date_form)?.sample}.`,
    `Amounts as ${amountForms.find(({ form }) => form === amount_form)?.sample} for a void.`,
    template.has_header ? 'Files start with a header row.' : 'Files have no header row.',
    ...(template.checks_account ? [`Checks are posted to account ${template.checks_account}.`] : []),
    ...(template.open_account ? [`Amounts without accounting lines go to ${template.open_account}.`] : []),
  ].join(' ')
}

/** The default header of a column. */
export function usualHeader(field: JournalField): string {
  return journalFields.find((one) => one.field === field)?.header ?? ''
}

const issued: JournalLine = {
  kind: 'issue',
  day: '2026-11-18',
  issued_on: '2026-11-18',
  check_number: '104211',
  cents: 125_050,
  facts: {
    request_number: 'LAK-FRD-SVC-000042',
    payee: 'Harbor Paint Supply',
    second_payee: null,
    memo: 'Paint for body shop',
    purpose: 'parts',
    dealership: 'Lakeside Ford',
    department: 'Service',
    requester: 'Ana Ruiz',
    invoice_number: 'INV-2207',
    purchase_order: 'PO-1001',
    vin: null,
    stock_number: null,
    deal_number: null,
    repair_order: 'RO-33810',
    accounting: [
      { account: '6510', account_name: 'Paint and materials', control_number: 'RO-33810', cents: 120_000 },
      { account: '6800', account_name: 'Freight', control_number: null, cents: 5050 },
    ],
  },
}

/** A sample check that is issued and voided two weeks later, to preview a template. */
export const sampleLines: readonly JournalLine[] = [issued, { ...issued, kind: 'void', day: '2026-12-02' }]
