import type { Draft, DraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import { useCallback, useEffect, useRef } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDraftStore } from '#check-requests/drafts/drafts-provider.tsx'
import { useDraftSaver } from '#check-requests/drafts/use-drafts.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { FormChoices, RequestForm } from '#check-requests/form/use-request-form.ts'
import { changedFields } from '#platform/stored-row.ts'

const noDraft = 'Couldn’t save the draft of this request, so the document can’t be added yet. Try again.'

/** Saves a new request as a draft while it is being filled in, and can restore an earlier draft. */
export function useRequestDraft(form: RequestForm, initial: RequestFormValues, choices: FormChoices) {
  const { saver, status } = useDraftSaver('new-check-request')
  const { id, role } = usePerson()
  const store = useDraftStore()
  const attempt = useRef<{ content: string; draftId: number | undefined }>(undefined)
  const hasDocuments = useRef(false)
  const documentsBegun = useRef(0)
  useEffect(() => {
    const callback = ({ values }: { values: RequestFormValues }) =>
      saver.keep(hasDocuments.current || isChanged(values, initial) ? draftOf(values) : null)
    return form.subscribe({ formState: { values: true }, callback })
  }, [form, saver, initial])
  /**
   * Reports whether the draft has documents, once that is known. A draft with documents is kept even if the form is
   * empty.
   */
  const holdsDocuments = useCallback(
    (some: boolean | undefined) => {
      if (some === undefined || some === hasDocuments.current) return
      hasDocuments.current = some
      if (!some && !isChanged(form.getValues(), initial)) saver.keep(null)
    },
    [form, saver, initial],
  )

  function show(values: DraftValues) {
    // The request number depends on the location. If the draft has the same location, no new number is fetched.
    const request_number = form.getValues('request_number')
    form.reset({ ...valuesOfDraft(values, initial, choices), request_number }, { keepDefaultValues: true })
  }

  return {
    status,
    openId: saver.id,
    holdsDocuments,
    /** The id of the draft for a new document. Saves the form first, because documents need a saved draft. */
    async forDocument(): Promise<number> {
      hasDocuments.current = true
      documentsBegun.current += 1
      saver.keep(draftOf(form.getValues()))
      await saver.flush()
      if (saver.id === undefined) throw new Error(noDraft)
      return saver.id
    },
    async restore(draft: Draft) {
      store.add({ id, role }, await saver.switchTo(draft))
      // Assumes that there are documents until their list has loaded.
      hasDocuments.current = true
      show(draft.values)
    },
    keepMine: () => saver.keepMine(),
    takeOther() {
      const values = saver.takeOther()
      if (values) show(values)
    },
    /** The id of the draft to submit with this body. It is the same for the same body, so a retry is identical. */
    idFor(body: object): number | undefined {
      const content = JSON.stringify([body, documentsBegun.current])
      if (attempt.current?.content !== content) attempt.current = { content, draftId: saver.id }
      return attempt.current.draftId
    },
    submitted: () => void saver.submitted(attempt.current?.draftId),
  }
}

export type RequestDraft = ReturnType<typeof useRequestDraft>

/** All typed or chosen values. Omits the request number, which is derived. */
function draftOf({ request_number: _, ...values }: RequestFormValues): DraftValues {
  return values
}

/** True if the user has typed or chosen anything. */
function isChanged(values: RequestFormValues, initial: RequestFormValues): boolean {
  return Object.keys(changedFields(draftOf(initial), draftOf(values))).length > 0
}

/** Form values from a draft, without choices that no longer exist. */
function valuesOfDraft(draft: DraftValues, initial: RequestFormValues, choices: FormChoices): RequestFormValues {
  const values = { ...initial, ...draft } as RequestFormValues
  const { groups, dealerships, departments } = choices.places
  return {
    ...values,
    requester_id: known(values.requester_id, choices.requesters),
    dealer_group_id: known(values.dealer_group_id, groups),
    dealership_id: known(values.dealership_id, dealerships),
    department_id: known(values.department_id, departments),
    purpose_id: known(values.purpose_id, choices.purposes),
    delivery_method_id: known(values.delivery_method_id, choices.deliveryMethods),
  }
}

/** The id if it is still among the options, or if the options aren't known. */
function known(id: number | null, rows: readonly { id: number }[] | undefined): number | null {
  return rows === undefined || rows.some((row) => row.id === id) ? id : null
}
