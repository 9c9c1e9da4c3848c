// Both databases take some ten thousand values in a statement.
const rowsAtOnce = 500

/** Rows in portions of so many as one statement takes. */
export function portions<Row>(rows: readonly Row[]): Row[][] {
  const amount = Math.ceil(rows.length / rowsAtOnce)
  return Array.from({ length: amount }, (_, index) => rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce))
}
