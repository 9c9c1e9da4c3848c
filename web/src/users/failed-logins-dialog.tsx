import type { FailedLogin } from '@check-requests/domain/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { AddressText } from '#ui/address-text.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'
import { usePortion } from '#ui/use-portion.ts'
import { useFailedLogins } from '#users/api.ts'

const columns: Column<FailedLogin>[] = [
  { key: 'account', header: 'Account', onCard: 'title', cell: (failed) => <Account failed={failed} /> },
  { key: 'network', header: 'Network', cell: ({ network }) => network },
  { key: 'attempts', header: 'Wrong passwords', align: 'end', cell: ({ attempts }) => attempts },
  { key: 'first', header: 'First', cell: ({ first_at }) => <Moment at={first_at} /> },
  { key: 'last', header: 'Last', cell: ({ last_at }) => <Moment at={last_at} /> },
]

/** Wrong passwords for the users in the admin's scope, by account, network and day. */
export function FailedLoginsDialog({ open, onOpenChange }: DialogFor<null>) {
  const list = useFailedLogins()
  const { shown, more } = usePortion(list.data)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Failed Logins"
      description="Wrong passwords of the last 90 days, newest first. What was typed is not stored."
      size="lg"
    >
      <DataTable
        caption="Failed logins"
        columns={columns}
        rows={shown}
        rowKey={({ user_id, network, first_at }) => `${user_id} ${network} ${first_at}`}
        {...useLoadFailure(list)}
        empty={<EmptyState text="Nobody has entered a wrong password." />}
        more={more}
      />
    </Dialog>
  )
}

function Account({ failed: { user_name, email } }: { failed: FailedLogin }) {
  if (user_name === null || email === null) return 'No account of this name'
  return (
    <>
      {markHidden(user_name)}
      <span className="block text-[0.8125rem] wrap-break-word text-ink-soft">
        <AddressText>{email}</AddressText>
      </span>
    </>
  )
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>
}
