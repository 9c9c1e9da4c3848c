import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { StatusChoice } from '#check-requests/status-acts.ts'
import { noStatusValues, updateStatusSchema } from '#check-requests/update-status-schema.ts'
import { useZodForm } from '#ui/form.tsx'

/**
 * The update form's state: what is chosen, and how a shortcut or a button elsewhere chooses. A choice that stands alone
 * is made when the screen opens, but not after a move: the second click of a double click would make the next one.
 */
export function useStatusForm(choices: readonly StatusChoice[]) {
  const [initial] = useState(() => ({ ...noStatusValues, status_id: onlyChoice(choices) }))
  const form = useZodForm(updateStatusSchema(choices), initial)
  const submit = useRef<HTMLButtonElement>(null)
  const statusId = useWatch({ control: form.control, name: 'status_id' })
  const chosen = choices.find(({ to, refusal }) => to.id === statusId && !refusal)
  const isGone = statusId !== null && !chosen
  useEffect(() => {
    // What others did has taken the choice away.
    if (isGone) form.setValue('status_id', null)
  }, [form, isGone])

  /** Chooses a status and moves on to what is needed for it; nothing is decided yet. */
  function choose(name: StatusName) {
    const choice = choices.find(({ to, refusal }) => to.name === name && !refusal)
    if (!choice) return
    form.setValue('status_id', choice.to.id, { shouldDirty: true, shouldValidate: true })
    // What the choice needs is on the screen only after the next render.
    requestAnimationFrame(() => focusNext(choice))
  }

  function focusNext({ needs }: StatusChoice) {
    if (needs === 'note') form.setFocus('note')
    else if (needs === 'checkNumber') form.setFocus('check_number')
    else submit.current?.focus()
  }

  return { form, submit, chosen, choose }
}

function onlyChoice([first, ...others]: readonly StatusChoice[]): number | null {
  return first && !first.refusal && others.length === 0 ? first.to.id : null
}
