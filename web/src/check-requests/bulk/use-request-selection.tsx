import { groupings, type StatusName, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { canChangeTo, hasTransitionTo } from '@check-requests/domain/check-requests/list/shared-transitions.ts'
import type { ListView } from '@check-requests/domain/check-requests/list/views.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { RequestColumn } from '#check-requests/list/columns.tsx'
import type { ListState } from '#check-requests/list/list-state.ts'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { SelectAllBox, SelectBox, type Selection, useSelection } from '#ui/table/row-selection.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'

export type RequestSelection = Selection<ListedRequest>

const none: readonly StatusName[] = []

/** The requests selected for one of these targets; undefined if the user's role can't move requests to any of them. */
export function useRequestSelection(
  rows: readonly ListedRequest[] | undefined,
  { filter }: ListState,
  view: ListView | undefined,
  targets: readonly StatusName[] = none,
  activeKey: number | undefined,
): RequestSelection | undefined {
  const person = usePerson()
  const actor = actorOf(person)
  const { sort, ...narrowing } = filter
  const selection = useSelection({
    rows,
    rowKey: (row) => row.id,
    isMeant: (row) => canChangeTo(actor, stateOf(row), targets),
    about: JSON.stringify([actor, narrowing]),
  })
  const offered = !person.audits && hasTransitionTo(actor.role, targets, statusesOf(view))
  const active = rows?.find(({ id }) => id === activeKey)
  useShortcut('x', () => active && selection.toggle(active), offered && active !== undefined)
  return offered ? selection : undefined
}

function statusesOf(view: ListView = 'all'): readonly StatusName[] {
  return view === 'all' ? statuses.map(({ name }) => name) : groupings[view]
}

/** The column of checkboxes. On a phone the checkbox is in the corner of the card. */
export const selectColumn: RequestColumn = {
  key: 'select',
  header: 'Select',
  headerCell: <SelectAllBox label="Select all shown" hideLabel />,
  onCard: 'corner',
  width: 28,
  className: 'select-column visible',
  cell: (row) => <SelectBox row={row} name={row.request_number} />,
}
