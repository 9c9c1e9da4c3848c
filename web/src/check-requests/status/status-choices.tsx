import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { clsx } from 'clsx'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { stopId } from '#check-requests/findings/findings.tsx'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { noStatusValues, Refusal, type StatusForm, schemaWithNeeds } from '#check-requests/status/status-form.tsx'
import { labelOf, onlyChoice, type StatusChoice } from '#check-requests/status/transition-labels.ts'
import { useZodForm } from '#ui/form/form.tsx'

interface StatusChoicesProps {
  choices: readonly StatusChoice[]
  value: number | null
  name: string
  onChange(statusId: number): void
  onBlur(): void
  ref: Ref<HTMLInputElement>
}

/** The statuses that can be set. Approvers get the three decisions as buttons, and the rest under 'More'. */
export function StatusChoices(props: StatusChoicesProps) {
  const { choices, value } = props
  const decisions = choices.filter(({ to, stops }) => labelOf(to.name).key !== undefined && !stops)
  if (decisions.length === 0) return <Rows {...props} isFirst />
  const others = choices.filter((choice) => !decisions.includes(choice))
  return (
    <div className="grid gap-2">
      <Decisions {...props} choices={decisions} />
      {others.length > 0 && (
        <details open={others.some(({ to }) => to.id === value) || undefined}>
          <summary className="w-fit rounded-sm py-1 text-[0.8125rem] text-ink-soft">More</summary>
          <div className="mt-1.5">
            <Rows {...props} choices={others} isFirst={decisions.every(({ refusal }) => refusal)} />
          </div>
        </details>
      )}
    </div>
  )
}

/** The decision buttons side by side, each with its shortcut key. */
function Decisions({ choices, ...props }: StatusChoicesProps) {
  const refusals = [...new Set(choices.flatMap(({ refusal, isStopped }) => (refusal && !isStopped ? refusal : [])))]
  // If another user must decide first, a sentence replaces buttons that can't be used.
  const offered = choices.filter(({ waitsForOthers }) => !waitsForOthers)
  const firstOpen = choices.find(({ refusal }) => !refusal)
  const reasonId = (refusal: string) => `${props.name}-decision-${refusals.indexOf(refusal)}`
  return (
    <div className="grid gap-1.5">
      <div className="grid auto-cols-fr grid-flow-col gap-1.5 empty:hidden">
        {offered.map((choice) => (
          <Choice
            key={choice.to.id}
            {...props}
            choice={choice}
            ref={choice === firstOpen ? props.ref : undefined}
            reasonId={choice.isStopped ? stopId : choice.refusal && reasonId(choice.refusal)}
            looksLike="button"
          >
            {labelOf(choice.to.name).name}
          </Choice>
        ))}
      </div>
      {refusals.map((refusal) => (
        <p key={refusal} id={reasonId(refusal)} className="text-[0.8125rem] text-ink-soft">
          <Refusal sentence={refusal} />
        </p>
      ))}
    </div>
  )
}

/** Choices in a column; a refused one shows the reason. */
function Rows({ choices, isFirst, ...props }: StatusChoicesProps & { isFirst: boolean }) {
  const firstOpen = isFirst ? choices.findIndex(({ refusal }) => !refusal) : -1
  return (
    <div className="grid gap-1.5">
      {choices.map((choice, index) => {
        const { to, refusal } = choice
        const refusalId = choice.isStopped ? stopId : `${props.name}-${lastSame(choices, index)}-refusal`
        return (
          <div key={to.id}>
            <Choice
              {...props}
              choice={choice}
              ref={index === firstOpen ? props.ref : undefined}
              reasonId={refusal && refusalId}
              looksLike="row"
            >
              <StatusBadge status={to.name} />
            </Choice>
            {refusal && !choice.isStopped && lastSame(choices, index) === index && (
              <p id={refusalId} className="mt-1 mb-1.5 text-[0.8125rem] text-ink-soft">
                <Refusal sentence={refusal} />
              </p>
            )}
          </div>
        )
      })}
    </div>
  )
}

interface ChoiceProps extends Omit<StatusChoicesProps, 'choices' | 'ref'> {
  choice: StatusChoice
  looksLike: 'button' | 'row'
  reasonId: string | undefined
  ref: Ref<HTMLInputElement> | undefined
  children: ReactNode
}

function Choice({ choice: { to, refusal }, looksLike, reasonId, children, ...field }: ChoiceProps) {
  const isRow = looksLike === 'row'
  const key = refusal ? undefined : labelOf(to.name).key
  return (
    <label
      className={clsx(
        'relative flex min-h-9 items-center rounded-md border py-1.5 pointer-coarse:min-h-11',
        isRow ? 'gap-2.5 px-3' : 'justify-center gap-1.5 px-1 text-[0.8125rem] font-medium whitespace-nowrap',
        refusal ? 'border-line bg-sunken text-ink-soft' : 'cursor-pointer border-line-strong hover:bg-sunken',
        'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent',
      )}
    >
      <input
        ref={field.ref}
        type="radio"
        name={field.name}
        className={isRow ? 'size-4 shrink-0 pointer-coarse:size-5' : 'absolute inset-0 cursor-[inherit] opacity-0'}
        checked={field.value === to.id}
        disabled={Boolean(refusal)}
        aria-describedby={reasonId}
        aria-keyshortcuts={key}
        onChange={() => field.onChange(to.id)}
        onBlur={field.onBlur}
      />
      {children}
      {key && (
        <kbd aria-hidden className={clsx('text-xs text-ink-soft uppercase pointer-coarse:hidden', isRow && 'ms-auto')}>
          {key}
        </kbd>
      )}
    </label>
  )
}

/**
 * The index of the last of several consecutive choices refused for the same reason. The reason is shown below that
 * choice.
 */
function lastSame(choices: readonly StatusChoice[], index: number): number {
  const isSame = choices[index + 1]?.refusal === choices[index]?.refusal
  return isSame && index + 1 < choices.length ? lastSame(choices, index + 1) : index
}

/**
 * The state of the update form: the selected choice, and functions that let shortcuts and other buttons select one. A
 * single choice is preselected, except right after the user's own transition, because the second click of a
 * double-click would then make the next transition.
 */
export function useStatusForm(choices: readonly StatusChoice[]) {
  const form: StatusForm = useZodForm(schemaWithNeeds(choices), noStatusValues)
  const submit = useRef<HTMLButtonElement>(null)
  const isMoving = useRef(false)
  const statusId = useWatch({ control: form.control, name: 'status_id' })
  const chosen = choices.find(({ to, refusal }) => to.id === statusId && !refusal)
  const offered = choices.map(({ to, refusal }) => `${to.id}${refusal ?? ''}`).join()
  const offeredBefore = useRef<string>(undefined)
  useEffect(() => {
    if (offered === offeredBefore.current) return
    offeredBefore.current = offered
    if (!chosen) form.setValue('status_id', isMoving.current ? null : onlyChoice(choices))
    isMoving.current = false
  })

  /** Selects a status and focuses its next required field; nothing is decided yet. */
  function choose(name: StatusName) {
    const choice = choices.find(({ to, refusal }) => to.name === name && !refusal)
    if (!choice) return
    // The fields for the choice appear on the next render, and the next key can follow immediately.
    flushSync(() => form.setValue('status_id', choice.to.id, { shouldDirty: true, shouldValidate: true }))
    focusNext(choice)
  }

  function focusNext({ needs }: StatusChoice) {
    if (needs === 'note') form.setFocus('note')
    else if (needs === 'checkNumber') form.setFocus('check_number')
    else submit.current?.focus()
  }

  return {
    form,
    submit,
    chosen,
    choose,
    /** Set during the user's own transition. */
    isMoving,
  }
}
