import { type ChosenColumns, mappingOfColumns } from '@check-requests/domain/banking/clearing/columns.ts'
import { clearingCsvMapping, readClearingCsv } from '@check-requests/domain/banking/clearing/csv.ts'
import type { ClearedLine, ClearingFile } from '@check-requests/domain/banking/clearing/lines.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { useDeferredValue, useMemo } from 'react'
import { ProblemList } from '#imports/problem-list.tsx'

const linesShown = 6
const charactersRead = 20_000

/** The first lines of a file as they are. */
export function FirstLines({ text }: { text: string }) {
  return (
    <section aria-label="First lines of the file" className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="font-semibold">First lines of the file</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 text-[0.8125rem] leading-relaxed">
        {markHidden(beginningOf(text).split('\n').slice(0, linesShown).join('\n').replaceAll('\t', '→'))}
      </pre>
    </section>
  )
}

/** The first lines of a file as they are read with the chosen columns. */
export function ReadLines({ text, chosen }: { text: string; chosen: ChosenColumns }) {
  const settled = useDeferredValue(chosen)
  const file = useMemo(() => readBeginning(text, settled), [text, settled])
  return (
    <section aria-label="How they are read" className="grid gap-2">
      <h3 className="font-semibold">How they are read</h3>
      <Found file={file} />
    </section>
  )
}

function Found({ file }: { file: ClearingFile | undefined }) {
  if (!file) return <p className="text-ink-soft">Choose the columns of the number, the amount and the day.</p>
  const { lines, problems, skipped } = file
  if (problems.length > 0) return <ProblemList problems={problems.slice(0, linesShown)} />
  return (
    <div role="status" className="grid gap-1">
      <ul className="grid gap-1">
        {lines.slice(0, linesShown).map((line) => (
          <li key={line.fingerprint} className="wrap-anywhere">
            {inWords(line)}
          </li>
        ))}
      </ul>
      {lines.length === 0 && <p>No paid check is found in the first lines.</p>}
      {skipped > 0 && (
        <p className="text-ink-soft">
          {`${skipped} of the first lines ${skipped === 1 ? 'is' : 'are'} left out as no paid check.`}
        </p>
      )}
    </div>
  )
}

function inWords({ line, number, amountCents, date, payee }: ClearedLine): string {
  const check = number === null ? 'a check without a number' : `check ${number}`
  const to = payee === null ? '' : `, to ${payee}`
  return markHidden(
    `Line ${line}: ${check}, ${formatDollars(centsToDollars(amountCents))}, paid on ${formatDate(date)}${to}`,
  )
}

function readBeginning(text: string, chosen: ChosenColumns): ClearingFile | undefined {
  const { data } = clearingCsvMapping.safeParse(mappingOfColumns(chosen, text))
  return data && readClearingCsv(beginningOf(text), data)
}

/** Whole lines only. */
function beginningOf(text: string): string {
  const whole = text.replace(/\r\n?/g, '\n')
  return whole.length <= charactersRead ? whole : whole.slice(0, whole.lastIndexOf('\n', charactersRead))
}
