import { type ControlChange, controlEndpoints } from '@check-requests/domain/people/controls/endpoints.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { type DialogFor, useDialogFor } from '#ui/overlay/open-dialog.tsx'

const refreshes = ['organisation'] as const
const confirming = { done: 'Change confirmed', failed: 'Couldn’t confirm the change', refreshes }
const stopping = { done: 'Change stopped', failed: 'Couldn’t stop the change', refreshes }

/** Changes that loosen a control: those pending a second person's confirmation, and those made by one person alone. */
export function WaitingChanges() {
  const queryFn = read(useApi(), controlEndpoints.list, {})
  const { data } = useQuery({ queryKey: ['organisation', 'control-changes'], queryFn })
  const confirm = useDialogFor<ControlChange>(ConfirmChange)
  const stop = useDialogFor<ControlChange>(StopChange)
  const changes = data ?? []
  return (
    <>
      {changes.length > 0 && (
        <Card
          title="Changes That Loosen a Control"
          description="Changes that loosen a control need a second admin. Changes that tighten a control take effect immediately."
        >
          <ul className="grid divide-y divide-line">
            {changes.map((change) => (
              <WaitingChange
                key={change.id}
                change={change}
                onConfirm={() => confirm.openFor(change)}
                onStop={() => stop.openFor(change)}
              />
            ))}
          </ul>
        </Card>
      )}
      {confirm.dialog}
      {stop.dialog}
    </>
  )
}

interface WaitingChangeProps {
  change: ControlChange
  onConfirm(): void
  onStop(): void
}

function WaitingChange({ change, onConfirm, onStop }: WaitingChangeProps) {
  const { asked_by, asked_at, confirm_refusal, stop_refusal } = change
  const what = saysOf(change)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-72 gap-0.5 wrap-anywhere">
        <p className="font-semibold">{markHidden(what)}</p>
        <p>{nextStep(change)}</p>
        <p className="text-ink-soft">
          Requested by {markHidden(asked_by.name)}, {formatMoment(asked_at)}, in {markHidden(change.dealer_group_name)}
        </p>
      </div>
      <div className="flex gap-2">
        {confirm_refusal === null && (
          <Button size="sm" onClick={onConfirm} aria-label={`Confirm: ${what}`}>
            Confirm
          </Button>
        )}
        {stop_refusal === null && (
          <Button variant="secondary" size="sm" onClick={onStop} aria-label={`Stop: ${what}`}>
            Stop
          </Button>
        )}
      </div>
    </li>
  )
}

function saysOf({ subject, says }: ControlChange): string {
  return `${subject === null ? '' : `${subject}: `}${says.join('. ')}`
}

function nextStep({ alone, second_people, effective_at }: ControlChange): string {
  const who = second_people.length > 0 ? listWithOr(second_people) : 'a second admin'
  if (alone) return `The change is already in effect, but ${who} still has to confirm it.`
  if (effective_at !== null)
    return `Takes effect on ${formatMoment(effective_at)} because no one else can confirm the change.`
  return `Waiting for ${who} to confirm the change.`
}

function ConfirmChange({ subject: change, open, onOpenChange }: DialogFor<ControlChange>) {
  const confirm = useWriteWithNotices(controlEndpoints.confirm, confirming, { onSuccess: () => onOpenChange(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm this change?"
      text={
        change.alone
          ? 'By confirming, you approve a change that one person made alone.'
          : 'The change takes effect immediately, and every admin is notified.'
      }
      details={detailsOf(change)}
      confirmLabel="Confirm"
      danger={false}
      pending={confirm.isPending}
      error={confirm.error?.message}
      onConfirm={() => confirm.mutate({ params: { id: change.id }, body: { version: change.version } })}
    />
  )
}

function StopChange({ subject: change, open, onOpenChange }: DialogFor<ControlChange>) {
  const stop = useWriteWithNotices(controlEndpoints.stop, stopping, { onSuccess: () => onOpenChange(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Stop this change?"
      text="The change won’t take effect. You can request the change again later."
      details={detailsOf(change)}
      confirmLabel="Stop"
      pending={stop.isPending}
      error={stop.error?.message}
      onConfirm={() => stop.mutate({ params: { id: change.id }, body: { version: change.version } })}
    />
  )
}

function detailsOf(change: ControlChange) {
  return [
    { label: 'Change', value: saysOf(change), wide: true },
    { label: 'Requested By', value: change.asked_by.name, wide: true },
  ]
}
