import { type Action, refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { isOpen } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Flag, type LucideIcon, Pencil, Printer, Trash2, Truck } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '#check-requests/detail/action-button.tsx'
import { HoldAction } from '#check-requests/detail/hold-action.tsx'
import { type RequestDialogName, useRequestDialogs } from '#check-requests/detail/request-dialogs.tsx'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { paths } from '#paths.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'

interface RequestAction {
  text: string
  icon: LucideIcon
  /** Who can do it, and when. */
  action: Action
  opens: RequestDialogName | 'update' | 'new'
}

const actions: readonly RequestAction[] = [
  { text: 'Edit', icon: Pencil, action: 'check-requests.edit', opens: 'update' },
  { text: 'Change Priority', icon: Flag, action: 'check-requests.change-priority', opens: 'priority' },
  { text: 'Delivery Details', icon: Truck, action: 'check-requests.update-delivery', opens: 'delivery' },
  { text: 'Duplicate', icon: Copy, action: 'check-requests.create', opens: 'new' },
  { text: 'Delete', icon: Trash2, action: 'check-requests.delete', opens: 'remove' },
]

/** What this person can do with the request besides transitions, or why they cannot do it now (R148 to R151). */
export function RequestActions({ request }: { request: DetailedRequest }) {
  const actor = actorOf(usePerson())
  const navigate = useNavigate()
  const dialogs = useRequestDialogs(request)
  const [reason, setReason] = useState<string>()

  function perform({ opens }: RequestAction) {
    if (opens === 'update') void navigate({ to: paths.updateCheckRequest, state: { request } })
    else if (opens === 'new') void navigate({ to: paths.newCheckRequest, state: { like: request } })
    else dialogs.open(opens)
  }

  return (
    <div className="grid justify-items-end gap-1.5 print:hidden">
      <div className="flex flex-wrap gap-2 sm:justify-end">
        {actions.map((action) => {
          const refusal = refusalToAct(action.action, actor, stateOf(request))
          const isForGood = refusal?.kind === 'forbidden' || !isOpen(request.status_name)
          if (refusal && isForGood) return null
          return (
            <ActionButton
              key={action.text}
              text={action.text}
              icon={action.icon}
              primary={action.opens === 'update'}
              refusal={refusal?.sentence}
              onClick={() => (refusal ? setReason(refusal.sentence) : perform(action))}
            />
          )
        })}
        <HoldAction request={request} onHold={() => dialogs.open('hold')} onRefused={setReason} />
        <Button variant="secondary" size="sm" onClick={() => print()}>
          <Printer aria-hidden className="size-4" />
          Print
        </Button>
      </div>
      <p role="status" className="max-w-prose text-[0.8125rem] text-ink-soft sm:text-end">
        {reason}
      </p>
      {dialogs.shown}
    </div>
  )
}
