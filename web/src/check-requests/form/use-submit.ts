import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FormDocuments } from '#documents/attachments/use-form-documents.ts'
import type { RequestForm } from '#check-requests/form/request-form-model.ts'
import { bodyOf } from '#check-requests/form/request-form-values.ts'

/** Asked before the form is sent: what its schema does not know may still be wrong, and then says so itself. */
export type LastCheck = RefObject<(() => boolean) | null>

/** Submits the form when all its documents have been added; says so when one could not be. */
export function useSubmit(
  form: RequestForm,
  { isSending, uploads: { uploads, allAdded } }: FormDocuments,
  lastCheck: LastCheck,
  onSubmit: (body: ReturnType<typeof bodyOf>) => void,
) {
  const isOpen = useRef(true)
  const [tried, setTried] = useState(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  async function submit() {
    setTried(true)
    if (!(await allAdded()) || !isOpen.current) return
    // What was typed while the files were on their way counts as well.
    await form.handleSubmit((values) => lastCheck.current?.() !== false && onSubmit(bodyOf(values)))()
  }
  const isStopped = tried && uploads.some(({ error }) => error !== undefined)
  return { submit, isWaiting: form.formState.isSubmitting && isSending, isStopped }
}
