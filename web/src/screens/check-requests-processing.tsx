import { transitions } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { refusalToHold, refusalToLift } from '@check-requests/domain/check-requests/rules.ts'
import { CirclePause, CirclePlay } from 'lucide-react'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useLiftHold } from '#check-requests/changes.ts'
import { actionsColumn, columns, queueSearch } from '#check-requests/list/columns.tsx'
import { ViewLink } from '#check-requests/list/request-link.tsx'
import { RequestList } from '#check-requests/list/request-list.tsx'
import { useRowDialog } from '#check-requests/list/use-row-dialog.tsx'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

const targets = ['printed', 'signed', 'ready', 'sendback'] as const

export function CheckRequestsProcessingScreen() {
  const { actions, dialogs } = useUpdateAction()
  return (
    <>
      <PageHeader title="Processing" actions={<PrintChecksLink />} />
      <RequestList
        queue="processing"
        targets={targets}
        columns={[
          columns.number,
          columns.requester,
          columns.dealership,
          columns.department,
          columns.payee,
          columns.risk,
          columns.amount,
          columns.purpose,
          columns.dueDate,
          columns.waitingStatus,
          columns.priority,
          actions,
        ]}
        placeholder={queueSearch}
        nothingYet={{
          text: 'No checks are in process.',
          action: (
            <LinkButton to={paths.completed} variant="secondary">
              Completed
            </LinkButton>
          ),
        }}
        noMatch="No checks in process found matching your criteria"
      />
      {dialogs}
    </>
  )
}

/** The link to print runs. With a bank account, checks are printed together in runs. */
function PrintChecksLink() {
  const { role, bank_accounts } = usePerson()
  if (role !== 'processor' || !bank_accounts) return null
  return (
    <LinkButton to={paths.printChecks} variant="secondary">
      Print Checks
    </LinkButton>
  )
}

const Dialog = lazy(async () => ({
  default: (await import('#check-requests/status/update-status-dialog.tsx')).UpdateStatusDialog,
}))

const HoldDialog = lazy(async () => ({
  default: (await import('#check-requests/detail/hold-dialog.tsx')).HoldDialog,
}))

/** The View column of the Processing list with its dialogs. */
export function useUpdateAction() {
  const update = useRowDialog(Dialog)
  const hold = useRowDialog(HoldDialog)
  const actions = actionsColumn(
    'View',
    (row) => (
      <>
        <ViewAndUpdate request={row} onUpdate={update.openFor} />
        <RowHold request={row} onHold={hold.openFor} />
      </>
    ),
    { width: 136 },
  )
  const dialogs = (
    <>
      {update.dialog}
      {hold.dialog}
    </>
  )
  return { actions, dialogs }
}

interface ViewAndUpdateProps {
  request: ListedRequest
  onUpdate(request: ListedRequest): void
}

/** Users who can make the next transition get 'Update' next to 'View' (B4). */
function ViewAndUpdate({ request, onUpdate }: ViewAndUpdateProps) {
  const { role } = usePerson()
  const canMove = transitions.some(
    ({ by, from, withdraws }) => by === role && from === request.status_name && !withdraws,
  )
  return (
    <>
      <ViewLink request={request} icon />
      {canMove && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Update ${request.request_number}`}
          onClick={() => onUpdate(request)}
        >
          Update
        </Button>
      )}
    </>
  )
}

interface RowHoldProps {
  request: ListedRequest
  onHold(request: ListedRequest): void
}

/** Puts a row's request on hold, or lifts another user's hold. */
function RowHold({ request, onHold }: RowHoldProps) {
  const person = usePerson()
  const actor = actorOf(person)
  const lift = useLiftHold()
  const { id, version, hold, request_number: number } = request
  if (!may(person, 'check-requests.hold')) return null
  if (hold)
    return (
      <RowAction
        small
        icon={CirclePlay}
        label={`Lift hold on ${number}`}
        refusal={refusalToLift(actor, stateOf(request))?.sentence}
        onClick={() => lift.mutate({ params: { id }, body: { version } })}
      />
    )
  if (refusalToHold(actor, stateOf(request))) return null
  return <RowAction small icon={CirclePause} label={`Put ${number} on hold`} onClick={() => onHold(request)} />
}
