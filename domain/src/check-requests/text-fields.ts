interface TextRow {
  readonly label: string
  readonly hint?: string
  /** The name of the purpose requirement, if the field is a reference. */
  readonly item?: string
  /** Whether lists search this field. */
  readonly isSearched?: true
  /** Whether the form shows the field only if a purpose requires it. Responses omit it while it is blank. */
  readonly isRare?: true
}

/**
 * The optional one-line texts of a request, in form order. A row adds the field to the API, drafts, the form's values,
 * requirements, searches, duties, case files, and the log. It also needs a column.
 */
export const textFields = {
  memo_line: { label: 'Memo Line' },
  vin_last_digits: { label: 'VIN Last Digits', item: 'vin', isSearched: true },
  po_purchase_no: { label: 'PO Number', item: 'po-number', isSearched: true },
  invoice_number: { label: 'Invoice Number', item: 'invoice-number', isSearched: true },
  stock_number: { label: 'Stock Number', item: 'stock-number', isSearched: true, isRare: true },
  deal_number: { label: 'Deal Number', item: 'deal-number', isSearched: true, isRare: true },
  repair_order: { label: 'Repair Order', item: 'repair-order', isSearched: true, isRare: true },
  cleared_payment: {
    label: 'Cleared Payment',
    hint: 'Where the bank shows that the customer’s payment has cleared, and when.',
    item: 'cleared-payment',
    isRare: true,
  },
} as const satisfies Record<string, TextRow>

type Rows = typeof textFields
export type TextField = keyof Rows
type With<Part extends keyof TextRow> = {
  [Field in TextField]: Rows[Field] extends Required<Pick<TextRow, Part>> ? Field : never
}[TextField]

/** Fields that identify what a request pays. */
export type ReferenceField = With<'item'>
export type RareField = With<'isRare'>

const names = /* @__PURE__ */ Object.keys(textFields) as TextField[]
const having = <Part extends keyof TextRow>(part: Part) =>
  names.filter((name): name is With<Part> => part in textFields[name])

export const textFieldNames: readonly TextField[] = names
export const referenceFields = /* @__PURE__ */ having('item')
export const rareFields = /* @__PURE__ */ having('isRare')
export const searchedFields = /* @__PURE__ */ having('isSearched')
export const usualFields = /* @__PURE__ */ names.filter(
  (name): name is Exclude<TextField, RareField> => !('isRare' in textFields[name]),
)

export function textFieldRow(field: TextField): TextRow {
  return textFields[field]
}
