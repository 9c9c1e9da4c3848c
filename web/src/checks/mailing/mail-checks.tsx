import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import type { CheckToMailReply } from '@check-requests/domain/checks/leaving/mailing.ts'
import { useState } from 'react'
import { ChosenBar } from '#checks/chosen-bar.tsx'
import { mailNotices, useChecksToMail } from '#checks/mailing/api.ts'
import { columnsToMail } from '#checks/mailing/mail-columns.tsx'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectAllBox, SelectionProvider } from '#ui/select-boxes.tsx'
import { useSelection } from '#ui/use-selection.ts'

/** Checks that are ready to be mailed: somebody records many of them as mailed in one act, with tracking numbers. */
export function MailChecks() {
  const { checks, failure } = useChecksToMail()
  // Kept as typed, not as state: a key rendered nothing but its own field.
  const [trackingNumbers] = useState(() => new Map<number, string>())
  const selection = useSelection({ rows: checks, rowKey: ({ id }) => id, isMeant: canLeave, about: '' })
  const mail = useWriteWithNotices(leavingEndpoints.mail, mailNotices, { onSuccess: selection.clear })
  const chosen = selection.rows.filter(canLeave)
  function type(check: CheckToMailReply, text: string) {
    trackingNumbers.set(check.id, text)
    if (text.trim() !== '' && !selection.has(check)) selection.toggle(check)
  }
  const hasAccounts = new Set(checks?.map(({ bank_account_id: id }) => id)).size > 1
  return (
    <Card title="Checks That Are Ready to Be Mailed" flush>
      <SelectionProvider value={selection}>
        <div className="px-4 pb-3 sm:hidden">
          <SelectAllBox label="Select all shown" />
        </div>
        <div className="[&_tbody_tr:has(.select-column_:checked)]:bg-accent-soft">
          <DataTable
            caption="Checks to mail"
            columns={columnsToMail({ trackingNumbers, onType: type, hasAccounts })}
            rows={checks}
            rowKey={({ id }) => id}
            rowVersion={({ version }) => version}
            {...failure}
            empty={<EmptyState text="No check is ready to be mailed." />}
            skeletonRows={4}
          />
        </div>
      </SelectionProvider>
      {checks && checks.length > 0 && (
        <ChosenBar
          chosen={chosen}
          lost={selection.lost}
          choose="Choose the checks that you have mailed."
          act="I Have Mailed These"
          pending={mail.isPending}
          failure={mail.error?.message}
          onAct={() => mail.mutate({ body: { checks: chosen.map((check) => mailed(check, trackingNumbers)) } })}
        />
      )}
    </Card>
  )
}

function canLeave({ refusal }: CheckToMailReply): boolean {
  return refusal === null
}

function mailed({ id }: CheckToMailReply, trackingNumbers: ReadonlyMap<number, string>) {
  return { check_id: id, tracking_number: trackingNumbers.get(id) ?? '' }
}
