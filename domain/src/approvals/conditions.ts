import { ofFields } from '../values/lists.ts'

interface ListedRow {
  /** The field of a rule with the accepted ids. */
  readonly field: string
  readonly label: string
  readonly plural: string
  /** The words before the names in the sentence about a rule, as in `at Lakeside Toyota`. */
  readonly before: string
}

/**
 * Conditions that list objects by id, keyed by the request column with the id. A new row adds a condition to the API,
 * policies, trials, the rule editor, and sentences about rules.
 */
export const listedConditions = {
  dealership_id: { field: 'dealership_ids', label: 'Dealership', plural: 'Dealerships', before: 'at' },
  department_id: { field: 'department_ids', label: 'Department', plural: 'Departments', before: 'in the department' },
  purpose_id: { field: 'purpose_ids', label: 'Purpose', plural: 'Purposes', before: 'for' },
} as const satisfies Readonly<Record<`${string}_id`, ListedRow>>

type Rows = typeof listedConditions
export type ListedColumn = keyof Rows
export type ListedField = Rows[ListedColumn]['field']
/** The name of a listed condition in trials. */
export type ListedName = Lowercase<Rows[ListedColumn]['label']>

export const listedColumns = Object.keys(listedConditions) as ListedColumn[]
export const listedFields: readonly ListedField[] = /* @__PURE__ */ listedColumns.map(
  (column) => listedConditions[column].field,
)

export function listedName(column: ListedColumn): ListedName {
  return listedConditions[column].label.toLowerCase() as ListedName
}

/** Conditions with empty id lists, which match every request. */
export const anyIds: Readonly<Record<ListedField, readonly number[]>> = ofFields(listedFields, () => [])

/** The ids in a request that listed conditions check. */
export type ListedIds = Readonly<Record<ListedColumn, number | null>>

export function listedIdsOf(request: { readonly [Column in ListedColumn]?: number | null | undefined }): ListedIds {
  return ofFields(listedColumns, (column) => request[column] ?? null)
}

/** The conditions that a rule can have, by their names in trials. */
export const conditionNames = [
  'amount',
  ...listedColumns.map(listedName),
  'payee type',
  'priority',
  'payee',
  'document',
] as const
export type ConditionName = (typeof conditionNames)[number]
