import type { Action } from '@check-requests/domain/access/permissions.ts'
import {
  BookOpenText,
  ClipboardList,
  FileCheck,
  Files,
  type LucideIcon,
  NotebookText,
  Scale,
  ScrollText,
} from 'lucide-react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { Insights } from '#dashboard/insights.tsx'
import { paths } from '#paths.ts'
import { TextLink } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

interface ReportRow {
  readonly to: string
  readonly name: string
  readonly text: string
  readonly icon: LucideIcon
  readonly needs: Action
  /** True if the report is about bank accounts. */
  readonly ofBankAccounts?: true
}

// biome-ignore format: a table, one row each
const reports: readonly ReportRow[] = [
  { to: paths.checkRequests, name: 'Check Requests', text: 'Every request, filtered and exported as CSV or Excel.', icon: Files, needs: 'check-requests.read' },
  { to: paths.checks, name: 'Check Register', text: 'Every check number, also as of a day, with totals and exports.', icon: BookOpenText, needs: 'checks.read', ofBankAccounts: true },
  { to: paths.checkReports, name: 'Check Reports', text: 'Stale checks, red flags, and unclaimed property.', icon: ClipboardList, needs: 'checks.read', ofBankAccounts: true },
  { to: paths.clearing, name: 'Reconciliation', text: 'Books and bank compared as of a day, as PDF or Excel.', icon: Scale, needs: 'checks.read', ofBankAccounts: true },
  { to: paths.positivePay, name: 'Positive-Pay Files', text: 'Files sent to the bank, and the bank’s responses.', icon: FileCheck, needs: 'checks.read', ofBankAccounts: true },
  { to: paths.journal, name: 'Check Journal', text: 'Issued and voided checks by month, exported for bookkeeping.', icon: NotebookText, needs: 'journal.read' },
  { to: paths.audit, name: 'Audit Trail', text: 'Who did what and when, and whether the record is intact.', icon: ScrollText, needs: 'audit.read' },
]

/** Charts, and links to the registers, reports, and exports. */
export function ReportsScreen() {
  const person = usePerson()
  const hasAccounts = person.bank_accounts === true || person.dealer_group_id === null
  const offered = reports.filter(({ needs, ofBankAccounts }) => may(person, needs) && (hasAccounts || !ofBankAccounts))
  return (
    <>
      <PageHeader title="Reports" subtitle="Trends, and the registers and exports behind them." />
      <Insights />
      <section aria-label="Registers and Exports" className="grid gap-3">
        <h2 className="text-base font-semibold">Registers and Exports</h2>
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {offered.map(({ to, name, text, icon: Icon }) => (
            <li key={to} className="flex items-start gap-3 rounded-lg border border-line bg-surface px-4 py-3.5">
              <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-soft" />
              <div className="grid min-w-0 gap-0.5">
                <TextLink to={to}>{name}</TextLink>
                <p className="text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
