import type { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import type { ReplyOf } from '#platform/call.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

type Verdict = ReplyOf<typeof auditEndpoints.verify>
type ChainState = Verdict['chains'][number]

const columns: Column<ChainState>[] = [
  { key: 'name', header: 'Chain', width: 108, onCard: 'title', cell: ({ name }) => markHidden(name) },
  {
    key: 'entries',
    header: 'Entries',
    width: 80,
    align: 'end',
    className: 'figure',
    onCard: 'figure',
    cell: ({ entries }) => (
      <>
        {entries.toLocaleString('en-US')}
        <span className="sm:hidden">&nbsp;{entries === 1 ? 'entry' : 'entries'}</span>
      </>
    ),
  },
  { key: 'state', header: 'State', width: 140, onCard: 'mark', cell: (chain) => <ChainBadge chain={chain} /> },
  {
    // Shows the whole hash, on two lines if necessary, so that every digit can be copied.
    key: 'head',
    header: 'Head Hash',
    width: 300,
    grows: true,
    onCard: 'below',
    cell: ({ head }) => (
      <code className="block text-xs leading-4 break-all whitespace-normal text-ink-soft">{head}</code>
    ),
  },
]

/** The overall result in one sentence. */
export function verdictInWords({ intact }: Verdict): string {
  return intact ? 'The audit trail is intact.' : 'The audit trail is broken.'
}

/** The result for every chain of the audit trail, and the live records that don't match it. */
export function Verification({ verdict, at }: { verdict: Verdict; at: number }) {
  const { chains, mismatches } = verdict
  return (
    <Card
      title={verdictInWords(verdict)}
      description={`Verified ${formatMoment(new Date(at).toISOString())}. ${vouchedInWords(verdict)}`}
      flush
    >
      {mismatches.length > 0 && (
        <ul className="grid gap-1 px-4 pb-3 text-danger sm:px-5">
          {mismatches.map((mismatch) => (
            <li key={mismatch}>{mismatch}</li>
          ))}
        </ul>
      )}
      <DataTable caption="Chains" columns={columns} rows={chains} rowKey={({ chain }) => chain} empty={null} />
    </Card>
  )
}

function vouchedInWords({ checkpoints }: Verdict): string {
  if (!checkpoints?.newest) return 'Record a head hash elsewhere to prove later that nothing was rewritten.'
  return `Compared with signed checkpoints: ${checkpoints.count}, the newest from ${formatMoment(checkpoints.newest)}.`
}

function ChainBadge({ chain: { intact, broken_at } }: { chain: ChainState }) {
  return intact ? <Badge color="green">Intact</Badge> : <Badge color="red">Broken at entry {broken_at}</Badge>
}
