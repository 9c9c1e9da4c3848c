import { useEffect, useRef, useState } from 'react'
import type { FormDocuments } from '#attachments/use-form-documents.ts'
import type { RequestForm } from '#check-requests/form/request-form-model.ts'
import { bodyOf } from '#check-requests/form/request-form-values.ts'

/** Submits the form when all its documents have been added; says so when one could not be. */
export function useSubmit(
  form: RequestForm,
  { isSending, uploads: { uploads, allAdded } }: FormDocuments,
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
    await form.handleSubmit((values) => onSubmit(bodyOf(values)))()
  }
  const isStopped = tried && uploads.some(({ error }) => error !== undefined)
  return { submit, isWaiting: form.formState.isSubmitting && isSending, isStopped }
}
