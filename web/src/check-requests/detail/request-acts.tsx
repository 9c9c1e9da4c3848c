import { type Action, refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { refusalToDivert } from '@check-requests/domain/check-requests/diversion.ts'
import { isOpen, withdrawalOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { refusalToHold, refusalToLift } from '@check-requests/domain/check-requests/rules.ts'
import { caseFileEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import {
  CalendarClock,
  CirclePause,
  CirclePlay,
  Copy,
  Flag,
  FolderDown,
  type LucideIcon,
  Pencil,
  Printer,
  Trash2,
  Truck,
  Undo2,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useLiftHold } from '#check-requests/changes.ts'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { paths } from '#paths.ts'
import { useDownload } from '#platform/downloads.ts'

const DeleteRequestDialog = lazy(async () => ({
  default: (await import('#check-requests/detail/delete-request-dialog.tsx')).DeleteRequestDialog,
}))

const dialogs = {
  priority: lazy(async () => ({
    default: (await import('#check-requests/detail/priority-dialog.tsx')).PriorityDialog,
  })),
  delivery: lazy(async () => ({
    default: (await import('#check-requests/detail/delivery-dialog.tsx')).DeliveryDialog,
  })),
  divert: lazy(async () => ({ default: (await import('#check-requests/detail/divert-dialog.tsx')).DivertDialog })),
  hold: lazy(async () => ({ default: (await import('#check-requests/detail/hold-dialog.tsx')).HoldDialog })),
  withdraw: lazy(async () => ({
    default: (await import('#check-requests/detail/withdraw-dialog.tsx')).WithdrawDialog,
  })),
}

type RequestDialogName = keyof typeof dialogs | 'remove'

/** The dialogs of the request on the screen: only one is open at a time, and each is reset when it opens (R236). */
export function useRequestDialogs(request: DetailedRequest): { open(name: RequestDialogName): void; shown: ReactNode } {
  const navigate = useNavigate()
  const [shown, setShown] = useState<{ name: RequestDialogName; open: boolean; opening: number }>()
  const common = {
    request,
    open: shown?.open ?? false,
    onOpenChange: (open: boolean) => setShown((before) => before && { ...before, open }),
  }
  const Dialog = shown && shown.name !== 'remove' ? dialogs[shown.name] : undefined
  return {
    open: (name) => setShown((before) => ({ name, open: true, opening: (before?.opening ?? 0) + 1 })),
    shown: shown && (
      <Suspense key={shown.opening}>
        {Dialog && <Dialog {...common} />}
        {shown.name === 'remove' && (
          <DeleteRequestDialog
            {...common}
            onDeleted={() => void navigate({ to: paths.checkRequests, replace: true, ignoreBlocker: true })}
          />
        )}
      </Suspense>
    ),
  }
}

interface RequestAction {
  text: string
  icon: LucideIcon
  /** The action whose rules decide who can perform it, and when. */
  action: Action
  opens: RequestDialogName | 'update' | 'new' | 'repeat'
}

const actions: readonly RequestAction[] = [
  { text: 'Edit', icon: Pencil, action: 'check-requests.edit', opens: 'update' },
  { text: 'Change Priority', icon: Flag, action: 'check-requests.change-priority', opens: 'priority' },
  { text: 'Delivery Details', icon: Truck, action: 'check-requests.update-delivery', opens: 'delivery' },
  { text: 'Duplicate', icon: Copy, action: 'check-requests.create', opens: 'new' },
  { text: 'Delete', icon: Trash2, action: 'check-requests.delete', opens: 'remove' },
]

/** An action that this user can perform on a request now or at another time. */
export interface RequestAct {
  text: string
  icon: LucideIcon
  primary?: boolean
  /** Why the action isn't possible now; missing if it is possible. */
  refusal?: string | undefined
  perform(): void
}

/** This user's actions on the request other than decisions, and why some of them aren't possible now (R148 to R151). */
export function useRequestActs(request: DetailedRequest, openDialog: (name: RequestDialogName) => void): RequestAct[] {
  const actor = actorOf(usePerson())
  const navigate = useNavigate()
  const state = stateOf(request)
  const holdAct = useHoldAct(request, openDialog)

  function perform({ opens }: Pick<RequestAction, 'opens'>) {
    if (opens === 'update') void navigate({ to: paths.updateCheckRequest, state: { request } })
    else if (opens === 'new' || opens === 'repeat')
      void navigate({ to: opens === 'new' ? paths.newCheckRequest : paths.recurring, state: { like: request } })
    else openDialog(opens)
  }

  const known = actions.flatMap((row): RequestAct[] => {
    const refusal = refusalToAct(row.action, actor, state)
    const isForGood = refusal?.kind === 'forbidden' || !isOpen(request.status_name)
    if (refusal && isForGood) return []
    const { text, icon, opens } = row
    return [{ text, icon, primary: opens === 'update', refusal: refusal?.sentence, perform: () => perform(row) }]
  })
  const caseFile = useCaseFileAct(request)
  // A payoff's amount depends on the day, so it can't repeat.
  const isOwn = actor.role === 'requester' && actor.userId === request.requester_id
  const repeats = isOwn && !request.good_through && request.payee?.state !== 'blocked'
  const repeat = { text: 'Repeat', icon: CalendarClock, perform: () => perform({ opens: 'repeat' }) }
  const withdraw = withdrawalOf(actor, state)
    ? [{ text: 'Withdraw', icon: Undo2, perform: () => openDialog('withdraw') }]
    : []
  const divert =
    refusalToAct('check-requests.divert', actor, state) ?? refusalToDivert(state.check, request.delivery_method_kind)
  const diverted: RequestAct[] = divert
    ? []
    : [{ text: 'Hand Over Instead of Mailing', icon: Truck, perform: () => openDialog('divert') }]
  return [
    ...known,
    ...(repeats && !actor.audits ? [repeat] : []),
    ...withdraw,
    ...diverted,
    ...holdAct,
    { text: 'Print', icon: Printer, perform: () => print() },
    caseFile,
  ]
}

/** Saves a PDF with everything about the request, including its documents. */
function useCaseFileAct({ id, request_number }: DetailedRequest): RequestAct {
  const name = `${request_number}-case-file.pdf`
  const download = useDownload(caseFileEndpoints.make, { name, failed: 'Couldn’t create the case file' })
  const perform = () => {
    if (!download.isPending) download.mutate({ params: { id } })
  }
  return { text: download.isPending ? 'Creating Case File' : 'Case File', icon: FolderDown, perform }
}

/** Puts the request on hold, or lifts another user's hold. */
function useHoldAct(request: DetailedRequest, openDialog: (name: RequestDialogName) => void): RequestAct[] {
  const person = usePerson()
  const actor = actorOf(person)
  const lift = useLiftHold()
  const state = stateOf(request)
  const { id, version, hold } = request
  if (!may(person, 'check-requests.hold')) return []
  if (!hold && refusalToHold(actor, state)) return []
  if (!hold) return [{ text: 'Put on Hold', icon: CirclePause, perform: () => openDialog('hold') }]
  const refusal = refusalToLift(actor, state)?.sentence
  const perform = () => lift.mutate({ params: { id }, body: { version } })
  return [{ text: 'Lift Hold', icon: CirclePlay, refusal, perform }]
}
