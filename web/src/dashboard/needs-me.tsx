import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { dashboardEndpoints, type WaitingReply } from '@check-requests/domain/dashboard/endpoints.ts'
import { mostWaiting, type WaitingKind } from '@check-requests/domain/dashboard/waiting.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { paths } from '#paths.ts'
import { useApi } from '#platform/api-context.tsx'
import { counted } from '#platform/counted.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, read } from '#platform/query-client.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** What waits for the user, by kind, most urgent first. */
function useWaiting() {
  const queryFn = read(useApi(), dashboardEndpoints.waiting, {})
  return useQuery({ ...listFreshness, queryKey: ['check-requests', 'waiting'], queryFn })
}

/** The number of things of these kinds that wait for the user, next to a sidebar entry. */
export function WaitingCount({ of: kinds }: { of: readonly WaitingKind[] }) {
  const found = useWaiting().data?.filter(({ kind }) => kinds.includes(kind)) ?? []
  const count = found.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  return (
    <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-[0.8125rem] text-ink-soft">
      <span aria-hidden>{count.toLocaleString('en-US')}</span>
      <span className="sr-only">{counted(count, 'item')} waiting for you</span>
    </span>
  )
}

interface KindRow {
  /** What waits: one, and several. */
  readonly one: string
  readonly many: string
  readonly act: string
  readonly to: string
  readonly search?: Record<string, unknown>
  readonly hash?: string
}

const processing = (name: 'approved' | 'printed' | 'signed') => ({
  to: paths.processing,
  search: { status: statusNamed(name).id },
})

/** The dashboard's card of accounts to confirm. */
export const waitingAccountsId = 'accounts-to-confirm'

// biome-ignore format: a table, one row each
export const waitingRows: Record<WaitingKind, KindRow> = {
  'bank-exceptions': { one: 'Bank exception to resolve', many: 'Bank exceptions to resolve', act: 'Resolve Exceptions', to: paths.clearing },
  'clearing-undos': { one: 'Undo request to decide on', many: 'Undo requests to decide on', act: 'Review Undo Requests', to: paths.clearing },
  'sent-back': { one: 'Request sent back to you', many: 'Requests sent back to you', act: 'Correct Requests', to: paths.sendBack },
  approvals: { one: 'Request to approve', many: 'Requests to approve', act: 'Review Requests', to: paths.pending },
  prints: { one: 'Check to print', many: 'Checks to print', act: 'Print Checks', to: paths.printChecks },
  signatures: { one: 'Check to sign', many: 'Checks to sign', act: 'Sign Checks', to: paths.signChecks },
  'status-approved': { one: 'Approved request to print', many: 'Approved requests to print', act: 'Record Printing', ...processing('approved') },
  'status-printed': { one: 'Printed request to sign', many: 'Printed requests to sign', act: 'Record Signatures', ...processing('printed') },
  signed: { one: 'Signed check to mark as Ready', many: 'Signed checks to mark as Ready', act: 'Mark as Ready', ...processing('signed') },
  mailings: { one: 'Check to mail', many: 'Checks to mail', act: 'Mail Checks', to: paths.mailChecks },
  handovers: { one: 'Check to hand over', many: 'Checks to hand over', act: 'Hand Over Checks', to: paths.mailChecks },
  'status-ready': { one: 'Ready request to close', many: 'Ready requests to close', act: 'Close Requests', to: paths.completed, search: { status: statusNamed('ready').id } },
  confirmations: { one: 'Account change to confirm', many: 'Account changes to confirm', act: 'Review Accounts', to: paths.dashboard, hash: waitingAccountsId },
  'bank-accounts': { one: 'Bank account to confirm', many: 'Bank accounts to confirm', act: 'Review Bank Accounts', to: paths.bankAccounts },
  controls: { one: 'Control change to confirm', many: 'Control changes to confirm', act: 'Review Changes', to: paths.settings },
  delegations: { one: 'Delegation ending soon', many: 'Delegations ending soon', act: 'Review Delegations', to: paths.mySettings },
  'key-copies': { one: 'Key copy to confirm', many: 'Key copies to confirm', act: 'Review Keys', to: paths.settings },
}

/** The dashboard's first card: everything that waits for the user, one row for each kind, most urgent first. */
export function NeedsMe() {
  const waiting = useWaiting()
  const { error, onRetry } = useLoadFailure(waiting)
  const rows = waiting.data
  return (
    <Card title="What Needs Me" flush>
      {error && !rows && <ErrorState message={error} onRetry={onRetry} />}
      <div aria-busy={!rows && !error} className="min-h-14">
        {rows?.length === 0 && <p className="px-4 pb-4 text-ink-soft sm:px-5">Nothing is waiting for you.</p>}
        {rows && rows.length > 0 && (
          <ul>
            {rows.map((row) => (
              <WaitingRow key={row.kind} row={row} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function WaitingRow({ row: { kind, count, amount, oldest, bank_account_id } }: { row: WaitingReply }) {
  const { one, many, act, to, search, hash } = waitingRows[kind]
  const isUrgent = kind === 'bank-exceptions'
  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 sm:px-5 ${isUrgent ? 'bg-red-soft text-red' : ''}`}
    >
      <span className="min-w-10 text-end text-lg font-semibold tabular-nums">{waitingText(count)}</span>
      <span className="grid min-w-0 flex-1 basis-40">
        <span className="flex items-center gap-1.5 font-medium">
          {isUrgent && <TriangleAlert aria-hidden className="size-4 shrink-0" />}
          {count === 1 ? one : many}
        </span>
        <span className={`text-[0.8125rem] ${isUrgent ? '' : 'text-ink-soft'}`}>
          {amount !== null && <span className="tabular-nums">{formatDollars(amount)}</span>}
          {amount !== null && oldest !== null && ', '}
          {kind === 'delegations' ? 'within 3 days' : oldest && ageText(oldest, Date.now(), count === 1)}
        </span>
      </span>
      <LinkButton
        to={to}
        search={bank_account_id === null ? search : { account: bank_account_id }}
        hash={hash}
        variant={isUrgent ? 'primary' : 'secondary'}
        size="sm"
        className="max-sm:w-full"
      >
        {act}
      </LinkButton>
    </li>
  )
}

const units = [
  { name: 'day', milliseconds: 86_400_000 },
  { name: 'hour', milliseconds: 3_600_000 },
  { name: 'minute', milliseconds: 60_000 },
] as const

/** Since when the oldest has waited: `oldest 3 days`, or `waiting for 3 days` for a single one. */
export function ageText(since: string, now: number, isSingle: boolean): string {
  const age = now - Date.parse(since)
  const unit = units.find(({ milliseconds }) => age >= milliseconds)
  const words = unit ? counted(Math.floor(age / unit.milliseconds), unit.name) : 'less than a minute'
  return isSingle ? `waiting for ${words}` : `oldest ${words}`
}

/** A count as text: beyond ten thousand, only that there are more. */
function waitingText(count: number): string {
  return count > mostWaiting ? `${mostWaiting.toLocaleString('en-US')}+` : count.toLocaleString('en-US')
}
