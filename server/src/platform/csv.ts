const formulaStart = /^[\s\p{C}]*[=+\-@＝＋－＠]/u
const needsQuotes = /[",\r\n]/

/** One line of CSV. A text that a spreadsheet could take for a formula gets a leading apostrophe and stays text. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const inert = formulaStart.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return needsQuotes.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
