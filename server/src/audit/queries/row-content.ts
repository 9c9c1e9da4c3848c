/** What a row of SQLite holds as one text; a column without a value is left out, so that adding one changes nothing. */
export function contentOf(row: Readonly<Record<string, unknown>>, ignored: readonly string[]): string {
  const held: unknown[] = []
  for (const column in row) if (row[column] !== null && !ignored.includes(column)) held.push(column, row[column])
  return JSON.stringify(held)
}
