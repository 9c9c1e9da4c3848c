import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { lazy } from 'react'
import type { People } from '#checks/detail/employee-named.ts'
import type { CheckAct } from '#checks/detail/offered-acts.ts'
import { Button } from '#ui/button.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const HandOver = lazy(async () => ({ default: (await import('#checks/detail/hand-over-dialog.tsx')).HandOverDialog }))
const Allow = lazy(async () => ({
  default: (await import('#checks/detail/allow-exception-dialog.tsx')).AllowExceptionDialog,
}))
const Refuse = lazy(async () => ({
  default: (await import('#checks/detail/refuse-exception-dialog.tsx')).RefuseExceptionDialog,
}))
const TakeBack = lazy(async () => ({
  default: (await import('#checks/detail/take-back-exception-dialog.tsx')).TakeBackExceptionDialog,
}))
const Agree = lazy(async () => ({ default: (await import('#checks/detail/agree-dialog.tsx')).AgreeDialog }))
const Void = lazy(async () => ({ default: (await import('#checks/detail/void-dialog.tsx')).VoidDialog }))
const Stop = lazy(async () => ({ default: (await import('#checks/detail/stop-dialog.tsx')).StopDialog }))
const ConfirmStop = lazy(async () => ({
  default: (await import('#checks/detail/confirm-stop-dialog.tsx')).ConfirmStopDialog,
}))

const RenewStop = lazy(async () => ({
  default: (await import('#checks/detail/renew-stop-dialog.tsx')).RenewStopDialog,
}))
const ConfirmEntry = lazy(async () => ({
  default: (await import('#checks/entering/confirm-entry-dialog.tsx')).ConfirmEntryDialog,
}))
const DiscardEntry = lazy(async () => ({
  default: (await import('#checks/entering/discard-entry-dialog.tsx')).DiscardEntryDialog,
}))

const labels: Record<CheckAct, string> = {
  'hand over': 'Hand Over',
  allow: 'Allow the Exception',
  refuse: 'Refuse the Exception',
  'take back': 'Take the Exception Back',
  agree: 'Agree to Void',
  void: 'Void',
  stop: 'Stop',
  'confirm stop': 'Enter Bank’s Number',
  'renew stop': 'Renew Stop',
  'confirm entry': 'Confirm',
  'discard entry': 'Discard',
}

const nextSteps: readonly CheckAct[] = ['hand over', 'allow', 'agree', 'confirm stop', 'confirm entry']

interface CheckActsProps {
  check: WholeCheckReply
  acts: readonly CheckAct[]
  people: People
  /** Its request was approved to be mailed. */
  mailed: boolean
}

/** The buttons for what can be done with a check, and the dialogs that they open. */
export function CheckActs({ check, acts, people, mailed }: CheckActsProps) {
  const handOver = useDialogFor<Pick<CheckActsProps, 'check' | 'people' | 'mailed'>>(HandOver)
  const dialogs = {
    allow: useDialogFor<WholeCheckReply>(Allow),
    refuse: useDialogFor<WholeCheckReply>(Refuse),
    'take back': useDialogFor<WholeCheckReply>(TakeBack),
    agree: useDialogFor<WholeCheckReply>(Agree),
    void: useDialogFor<WholeCheckReply>(Void),
    stop: useDialogFor<WholeCheckReply>(Stop),
    'confirm stop': useDialogFor<WholeCheckReply>(ConfirmStop),
    'renew stop': useDialogFor<WholeCheckReply>(RenewStop),
    'confirm entry': useDialogFor<WholeCheckReply>(ConfirmEntry),
    'discard entry': useDialogFor<WholeCheckReply>(DiscardEntry),
  }
  const open = (act: CheckAct) =>
    act === 'hand over' ? handOver.openFor({ check, people, mailed }) : dialogs[act].openFor(check)
  return (
    <>
      {acts.map((act) => (
        <Button key={act} variant={nextSteps.includes(act) ? 'primary' : 'secondary'} onClick={() => open(act)}>
          {labels[act]}
        </Button>
      ))}
      {handOver.dialog}
      {dialogs.allow.dialog}
      {dialogs.refuse.dialog}
      {dialogs['take back'].dialog}
      {dialogs.agree.dialog}
      {dialogs.void.dialog}
      {dialogs.stop.dialog}
      {dialogs['confirm stop'].dialog}
      {dialogs['renew stop'].dialog}
      {dialogs['confirm entry'].dialog}
      {dialogs['discard entry'].dialog}
    </>
  )
}
