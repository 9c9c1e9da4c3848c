import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { LineProblem } from '../../../platform/text/csv-reader.ts'

/** The rows of a table; none where the first line lacks what they need. */
export function rowsOf<Row>({
  rows,
  problems,
}: {
  readonly rows: readonly Row[]
  readonly problems: readonly LineProblem[]
}) {
  return problems.some(({ line }) => line === 1) ? [] : rows
}

/** Refuses to import a file of which anything is wrong. */
export function refuseProblems(problems: readonly LineProblem[]): void {
  const [first, ...others] = problems
  if (!first) return
  const more = others.length > 0 ? ` (${others.length} more)` : ''
  throw invalidFields({ csv: `Line ${first.line}: ${first.message}${more}` })
}

/** The sentences of a refusal, or none where the work is not refused. */
export function sentencesOf(work: () => void): string[] {
  try {
    work()
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.fields ? Object.values(error.fields) : [error.message]
  }
}

/** The lines whose keys are those of an earlier line, each with the line that has it first. */
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
