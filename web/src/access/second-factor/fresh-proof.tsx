import type { ProofWay } from '@check-requests/domain/access/second-factor/fields.ts'
import { type ComponentType, useEffect, useState } from 'react'
import type { FreshProofDialogProps } from '#access/second-factor/fresh-proof-dialog.tsx'
import { useApi } from '#platform/api-context.tsx'

interface Question {
  Dialog: ComponentType<FreshProofDialogProps>
  ways: readonly ProofWay[]
  open: boolean
  answer(proved: boolean): void
}

/**
 * Shows a dialog to verify the user's identity whenever a call requires it, and then repeats the call. The screen that
 * makes the call only has to wait longer.
 */
export function FreshProof() {
  const api = useApi()
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    let pending: ((proved: boolean) => void) | undefined
    async function ask(ways: readonly ProofWay[]): Promise<boolean> {
      const loaded = await import('#access/second-factor/fresh-proof-dialog.tsx').catch(() => undefined)
      if (!loaded) return false
      return new Promise((resolve) => {
        pending = resolve
        setQuestion({ Dialog: loaded.FreshProofDialog, ways, open: true, answer: resolve })
      })
    }
    const stop = api.askForProofs(ask)
    return () => {
      stop()
      pending?.(false)
    }
  }, [api])
  if (!question) return null
  const { Dialog, ways, open, answer } = question
  function close(proved: boolean) {
    setQuestion((shown) => shown && { ...shown, open: false })
    answer(proved)
  }
  return <Dialog ways={ways} open={open} onAnswer={close} />
}
