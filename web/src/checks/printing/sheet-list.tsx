import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useState } from 'react'
import { RequestsOfCheck } from '#checks/register/check-state.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field, Input } from '#ui/form/field.tsx'

interface SpoiledSheet {
  readonly number: number
  readonly reason: string
}

interface SheetListProps {
  run: PrintRunReply
  /** True if sheets can be marked as spoiled. */
  ticks: boolean
  pending: boolean
  failure: string | undefined
  onSettle(spoiled: SpoiledSheet[]): void
}

/** The sheets of a run in printing order; spoiled sheets are checked, each with the reason. */
export function SheetList({ run, ticks, pending, failure, onSettle }: SheetListProps) {
  const [reasons, setReasons] = useState<ReadonlyMap<number, string>>(new Map())
  const [lastReason, setLastReason] = useState('')
  const spoiled = [...reasons].map(([number, reason]) => ({ number, reason: reason.trim() }))
  function tick(number: number, isSpoiled: boolean) {
    const next = new Map(reasons)
    if (isSpoiled) next.set(number, lastReason)
    else next.delete(number)
    setReasons(next)
  }
  function say(number: number, reason: string) {
    setLastReason(reason)
    setReasons(new Map(reasons).set(number, reason))
  }
  return (
    <>
      {ticks && (
        <p className="border-t border-line px-4 py-3 text-ink-soft sm:px-5">
          Select each spoiled sheet. Its number stays spoiled, and its request gets the next number when it is printed
          again.
        </p>
      )}
      <ul aria-label="Sheets">
        {run.checks.map((check) => (
          <Sheet
            key={check.id}
            check={check}
            ticks={ticks}
            reason={ticks ? reasons.get(check.number) : undefined}
            onTick={(isSpoiled) => tick(check.number, isSpoiled)}
            onReason={(reason) => say(check.number, reason)}
          />
        ))}
      </ul>
      {failure && (
        <p role="alert" className="px-4 py-3 text-danger sm:px-5">
          {failure}
        </p>
      )}
      {ticks && (
        <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-4 py-3 sm:px-5">
          <ReasonButton
            variant="primary"
            className="w-full sm:w-auto"
            pending={pending}
            refusal={refusalToSettle(spoiled)}
            onClick={() => onSettle(spoiled)}
          >
            {`${run.count - spoiled.length} Correct, ${spoiled.length} Spoiled`}
          </ReasonButton>
        </div>
      )}
    </>
  )
}

function refusalToSettle(spoiled: readonly SpoiledSheet[]): string | undefined {
  if (spoiled.length === 0) return 'Select the spoiled sheets, or choose All Correct.'
  const open = spoiled.find(({ reason }) => reason === '')
  return open && `Enter what is wrong with sheet ${open.number}.`
}

interface SheetProps {
  check: PrintRunReply['checks'][number]
  ticks: boolean
  /** Why the sheet is spoiled; undefined if it isn't. */
  reason: string | undefined
  onTick(isSpoiled: boolean): void
  onReason(reason: string): void
}

function Sheet({ check, ticks, reason, onTick, onReason }: SheetProps) {
  const { number, payee_name: payee, amount } = check
  return (
    <li className="grid gap-2 border-t border-line px-4 py-2.5 sm:px-5">
      <div className="flex items-center gap-3">
        {ticks && (
          <Checkbox
            label={`Sheet ${number} is spoiled`}
            hideLabel
            checked={reason !== undefined}
            onChange={(isSpoiled) => onTick(isSpoiled)}
          />
        )}
        <span className="min-w-10 shrink-0 font-semibold tabular-nums sm:w-24">{number}</span>
        <span className="grid min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
          <span className="min-w-0 truncate">{markHidden(payee)}</span>
          <span className="truncate text-[0.8125rem] text-ink-soft">
            <RequestsOfCheck check={check} />
          </span>
        </span>
        <span className="font-medium tabular-nums">{formatDollars(amount)}</span>
      </div>
      {reason !== undefined && (
        <Field label={`Problem with Sheet ${number}`} required className="sm:ms-7 sm:max-w-96">
          <Input
            autoComplete="off"
            maxLength={200}
            placeholder="Such as paper jam"
            value={reason}
            onChange={({ target }) => onReason(target.value)}
          />
        </Field>
      )}
    </li>
  )
}
