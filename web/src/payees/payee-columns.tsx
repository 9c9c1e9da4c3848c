import { capitalized } from '@check-requests/domain/check-requests/field-values.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { payeePath } from '#paths.ts'
import { PayeeStateBadge } from '#payees/payee-state-badge.tsx'
import type { Column } from '#ui/data-table.tsx'
import { TextLink } from '#ui/link-button.tsx'

/** The columns of a table of payees, and the turns in which they leave where there is no room for all. */
export const payeeColumns: Column<PayeeReply>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 180,
    grows: true,
    tellsInFull: true,
    onCard: 'title',
    cell: ({ id, name }) => (
      <TextLink to={payeePath(id)} className="row-link scroll-mt-10">
        {markHidden(name)}
      </TextLink>
    ),
  },
  { key: 'state', header: 'State', width: 90, onCard: 'mark', cell: ({ state }) => <PayeeStateBadge state={state} /> },
  {
    key: 'type',
    header: 'Type',
    width: 130,
    onCard: 'detail',
    cell: ({ payee_type, payee_sub_type }) => `${capitalized(payee_type)}, ${payee_sub_type}`,
  },
  {
    key: 'address',
    header: 'Address',
    width: 170,
    grows: true,
    tellsInFull: true,
    givesWay: 4,
    cell: ({ address }) => (address ? markHidden(address.replaceAll('\n', ', ')) : '–'),
  },
  { key: 'email', header: 'Email', width: 150, grows: true, givesWay: 2, cell: ({ email }) => email ?? '–' },
  { key: 'phone', header: 'Phone', width: 120, givesWay: 3, cell: ({ phone }) => phone ?? '–' },
  {
    key: 'group',
    header: 'Dealer Group',
    width: 120,
    givesWay: 1,
    cell: ({ dealer_group_name }) => markHidden(dealer_group_name),
  },
]
