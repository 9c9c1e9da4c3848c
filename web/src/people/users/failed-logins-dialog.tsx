import type { FailedLogin } from '@check-requests/domain/people/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useFailedLogins } from '#people/users/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { usePortion } from '#ui/table/load-more.tsx'

const columns: Column<FailedLogin>[] = [
  {
    key: 'account',
    header: 'Account',
    width: 160,
    grows: true,
    onCard: 'title',
    cell: ({ user_name }) => (user_name === null ? 'No account with this name' : markHidden(user_name)),
  },
  {
    key: 'email',
    header: 'Email',
    width: 120,
    grows: true,
    onCard: 'below',
    className: 'max-sm:wrap-anywhere max-sm:whitespace-normal',
    cell: ({ email }) => email ?? <span className="max-sm:hidden">–</span>,
  },
  { key: 'network', header: 'Network', width: 112, onCard: 'mark', cell: ({ network }) => network },
  {
    key: 'attempts',
    header: 'Wrong Passwords',
    width: 122,
    align: 'end',
    className: 'figure',
    onCard: 'figure',
    cell: ({ attempts }) => (
      <>
        {attempts}
        <span className="sm:hidden">&nbsp;wrong</span>
      </>
    ),
  },
  { key: 'first', header: 'First Attempt', width: 156, givesWay: 1, cell: ({ first_at }) => <Moment at={first_at} /> },
  { key: 'last', header: 'Last Attempt', width: 156, onCard: 'detail', cell: ({ last_at }) => <Moment at={last_at} /> },
]

/** Wrong passwords for the users in the admin's scope, by account, network, and day. */
export function FailedLoginsDialog({ open, onOpenChange }: DialogFor<null>) {
  const list = useFailedLogins()
  const { shown, more } = usePortion(list.data)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Failed Logins"
      description="Wrong passwords entered in the last 90 days, newest first. The passwords themselves aren’t stored."
      size="xl"
    >
      <DataTable
        caption="Failed logins"
        columns={columns}
        rows={shown}
        rowKey={({ user_id, network, first_at }) => `${user_id} ${network} ${first_at}`}
        {...useLoadFailure(list)}
        empty={<EmptyState text="No failed logins." />}
        more={more}
      />
    </Dialog>
  )
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>
}
