import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { onlyChoice, type StatusChoice } from '#check-requests/status/transition-labels.ts'
import { noStatusValues, type StatusForm, schemaWithNeeds } from '#check-requests/status/update-status-schema.ts'
import { useZodForm } from '#ui/form.tsx'

/**
 * The state of the update form: the choice, and how a shortcut or a button elsewhere makes it. An only choice to
 * go on is preselected, but not after one's own transition: the second click of a double click would make the next one.
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

  /** Chooses a status and focuses what it needs next; nothing is decided yet. */
  function choose(name: StatusName) {
    const choice = choices.find(({ to, refusal }) => to.name === name && !refusal)
    if (!choice) return
    // The fields for the choice are on the screen once it is rendered, and the next key may follow at once.
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
    /** Set while one's own transition is in progress. */
    isMoving,
  }
}
