import { useEffect, useState } from 'react'
import type { FormChoices, RequestForm } from '#check-requests/form/request-form-model.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { Drafts } from '#platform/drafts.ts'
import { useDrafts } from '#sessions/session-provider.tsx'

const formName = 'new-check-request'

export interface RequestDraft {
  values: RequestFormValues
  /** ISO 8601 in UTC. */
  savedAt: string
}

/** Keeps an unfinished new request in this browser with every change, and offers it when its author comes back. */
export function useRequestDraft(form: RequestForm, initial: RequestFormValues, choices: FormChoices) {
  const drafts = useDrafts()
  const [offered, setOffered] = useState(() => drafts.load<RequestDraft>(formName))
  const [keeper] = useState(() => createKeeper(drafts, initial))
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keeper.keep(values) }),
    [form, keeper],
  )
  return {
    offered,
    restore() {
      if (offered) form.reset(stillPossible({ ...initial, ...offered.values }, choices), { keepDefaultValues: true })
      setOffered(undefined)
    },
    discard() {
      drafts.clear(formName)
      setOffered(undefined)
    },
    /** The request has been submitted: nothing of it stays here. */
    finish: keeper.finish,
  }
}

function createKeeper(drafts: Drafts, initial: RequestFormValues) {
  let begun = false
  let finished = false
  return {
    keep(values: RequestFormValues) {
      const changed = isChanged(values, initial)
      if (finished || (!changed && !begun)) return
      begun = true
      if (changed) drafts.save(formName, { values, savedAt: new Date().toISOString() } satisfies RequestDraft)
      else drafts.clear(formName)
    },
    finish() {
      finished = true
      drafts.clear(formName)
    },
  }
}

/** True when somebody has typed or chosen something; the number of the request follows by itself. */
function isChanged(values: RequestFormValues, initial: RequestFormValues): boolean {
  const names = Object.keys(initial) as (keyof RequestFormValues)[]
  return names.some((name) => name !== 'request_number' && values[name] !== initial[name])
}

/** The values without choices that have gone since the draft was kept. */
function stillPossible(values: RequestFormValues, choices: FormChoices): RequestFormValues {
  const { groups, dealerships, departments } = choices.places
  return {
    ...values,
    request_number: '',
    requester_id: known(values.requester_id, choices.requesters),
    dealer_group_id: known(values.dealer_group_id, groups),
    dealership_id: known(values.dealership_id, dealerships),
    department_id: known(values.department_id, departments),
    purpose_id: known(values.purpose_id, choices.purposes),
    delivery_method_id: known(values.delivery_method_id, choices.deliveryMethods),
  }
}

/** The id, if it is still among the choices. Where nothing is offered there is nothing to lose. */
function known(id: number | null, rows: readonly { id: number }[] | undefined): number | null {
  return rows === undefined || rows.some((row) => row.id === id) ? id : null
}
