import type { ErrorComponentProps } from '@tanstack/react-router'
import { ScreenNotLoaded } from '#platform/lazy-screen.ts'
import { ErrorMessage, ErrorPage } from '#ui/error-page.tsx'

/** Shown in place of a screen that crashed, or whose code could not be loaded. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  if (!(error instanceof ScreenNotLoaded)) return <ErrorPage />
  return (
    <ErrorMessage
      title="This screen could not be loaded"
      text="The server cannot be reached. What you see elsewhere stays."
      button="Retry"
      onClick={() => {
        error.forget()
        reset()
      }}
    />
  )
}
