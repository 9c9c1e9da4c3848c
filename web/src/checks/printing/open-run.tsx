import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Printer } from 'lucide-react'
import { checksInWords, madeInWords, numbersOf } from '#checks/printing/run-words.ts'
import { printRunPath } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'

/** The run of an account that nobody has settled: the next one waits for it. */
export function OpenRun({ run }: { run: Omit<PrintRunReply, 'opened' | 'checks'> }) {
  return (
    <section
      aria-label="Open print run"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-yellow bg-yellow-soft px-4 py-3 sm:px-5"
    >
      <Printer aria-hidden className="size-5 shrink-0 text-yellow" />
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h2 className="text-base font-semibold">A print run is not settled</h2>
        <p className="wrap-anywhere">
          {markHidden(
            `${checksInWords(run.count)} with ${formatDollars(run.total)}, ${madeInWords(run)}, ${numbersOf(run)}: say how it came out. Until then nothing else is printed on this account.`,
          )}
        </p>
      </div>
      <LinkButton to={printRunPath(run.id)} className="w-full sm:w-auto">
        Say How It Came Out
      </LinkButton>
    </section>
  )
}
