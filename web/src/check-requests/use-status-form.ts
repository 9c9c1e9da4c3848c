import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { StatusChoice } from '#check-requests/status-acts.ts'
import { noStatusValues, updateStatusSchema } from '#check-requests/update-status-schema.ts'
import { useZodForm } from '#ui/form.tsx'

/** The update form's state: what is chosen, and how a shortcut or a button elsewhere chooses. */
export function useStatusForm(choices: readonly StatusChoice[]) {
  const form = useZodForm(updateStatusSchema(choices), noStatusValues)
  const submit = useRef<HTMLButtonElement>(null)
  const statusId = useWatch({ control: form.control, name: 'status_id' })
  const chosen = choices.find(({ to, refusal }) => to.id === statusId && !refusal)
  const only = choices.length === 1 && !choices[0]?.refusal ? choices[0] : undefined
  const keptId = (chosen ?? only)?.to.id ?? null
  useEffect(() => {
    // What others did may have taken the choice away; where one is left, it is made.
    if (keptId !== statusId) form.setValue('status_id', keptId)
  }, [form, keptId, statusId])

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
