import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { LineProblem } from '../../../platform/text/csv-reader.ts'

/** Returns the rows of a table, or none if the header lacks a required column. */
export function rowsOf<Row>({
  rows,
  problems,
}: {
  readonly rows: readonly Row[]
  readonly problems: readonly LineProblem[]
}) {
  return problems.some(({ line }) => line === 1) ? [] : rows
}

/** Refuses to import a file that has any problem. */
export function refuseProblems(problems: readonly LineProblem[]): void {
  const [first, ...others] = problems
  if (!first) return
  const more = others.length > 0 ? ` (${others.length} more)` : ''
  throw invalidFields({ csv: `Line ${first.line}: ${first.message}${more}` })
}

/** Returns the refusal's sentences, or none if the work succeeds. */
export function sentencesOf(work: () => void): string[] {
  try {
    work()
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.fields ? Object.values(error.fields) : [error.message]
  }
}

/** Returns the lines that repeat an earlier line's key, each with the first line that has the key. */
export function repeatedLines(lines: readonly { readonly line: number; readonly key: string }[]): Map<number, number> {
  const first = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const { line, key } of lines) {
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, line)
    else repeated.set(line, earlier)
  }
  return repeated
}
