import {
  type Expression,
  type OperationNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type RawBuilder,
  SqliteQueryCompiler,
  sql,
} from 'kysely'

// Both databases limit the parameters of a statement (32,766 and 65,535), and a statement for each length of a list
// would fill the caches. Lists after `in` that are longer than `longestList` therefore become one JSON parameter.

/** The maximum length of a list with a parameter for each value. */
export const longestList = 500

/** A list after `in`, with its parentheses. */
export function listed(values: readonly unknown[]): RawBuilder<unknown> {
  const list: Expression<unknown> = {
    expressionType: undefined,
    toOperationNode: () => PrimitiveValueListNode.create(values),
  }
  return sql`${list}`
}

/** What comes before and after a JSON list that is read as rows, without parentheses. */
export function rowsOfList(isPostgres: boolean, [first]: readonly unknown[]): readonly [string, string] {
  if (!isPostgres) return ['select value from json_each(', ')']
  return [`select value::${typeof first === 'number' ? 'bigint' : 'text'} from json_array_elements_text(`, '::json)']
}

/** A long list as one parameter, and the text around it; undefined for a short list, and for rows to insert. */
function asRows({ values }: PrimitiveValueListNode, parent: OperationNode | undefined, isPostgres: boolean) {
  const kind = typeof values[0]
  const isListed = parent?.kind !== 'ValuesNode' && (kind === 'number' || kind === 'string')
  if (!isListed || values.length <= longestList || values.some((value) => typeof value !== kind)) return undefined
  const [before, after] = rowsOfList(isPostgres, values)
  return { before: `(${before}`, values: JSON.stringify(values), after: `${after})` }
}

/** Writes statements for SQLite. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitPrimitiveValueList(list: PrimitiveValueListNode): void {
    const rows = asRows(list, this.parentNode, false)
    if (!rows) super.visitPrimitiveValueList(list)
    else {
      this.append(rows.before)
      this.appendValue(rows.values)
      this.append(rows.after)
    }
  }
}

/** Writes statements for PostgreSQL. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitPrimitiveValueList(list: PrimitiveValueListNode): void {
    const rows = asRows(list, this.parentNode, true)
    if (!rows) super.visitPrimitiveValueList(list)
    else {
      this.append(rows.before)
      this.appendValue(rows.values)
      this.append(rows.after)
    }
  }
}
