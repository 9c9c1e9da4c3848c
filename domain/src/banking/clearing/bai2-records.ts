/** A record of a BAI2 file with those that continue it. */
export interface BaiRecord {
  /** Two digits: 01, 02, 03, 16, 49, 98 or 99, or whatever else stands there. */
  readonly code: string
  /** What follows the code; the text of a record 16 is the last fields, since it may have commas. */
  readonly fields: readonly string[]
  /** The line on which it begins; the first of the file is 1. */
  readonly line: number
  /** Of how many lines it is, as control records count them. */
  readonly physical: number
}

/**
 * The records of a BAI2 file: fields between commas, ended by a slash or, after a text, by the line; a record 88
 * continues the one before. Blank lines and blanks at the end of lines are nothing.
 */
export function* readBaiRecords(text: string): Generator<BaiRecord> {
  let open: { code: string; fields: string[]; line: number; physical: number } | undefined
  let line = 0
  for (const written of linesOf(text)) {
    line += 1
    const trimmed = written.trim()
    if (trimmed === '') continue
    const [code = '', ...fields] = withoutSlash(trimmed).split(',')
    if (code === '88' && open) {
      for (const field of fields) open.fields.push(field.trim())
      open.physical += 1
      continue
    }
    if (open) yield open
    open = { code: code.trim(), fields: fields.map((field) => field.trim()), line, physical: 1 }
  }
  if (open) yield open
}

function withoutSlash(record: string): string {
  return record.endsWith('/') ? record.slice(0, -1) : record
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
}
