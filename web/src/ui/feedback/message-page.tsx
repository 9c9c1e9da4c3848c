import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

/** A page that shows only a message. */
export function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 px-4 py-12 text-center">
      <h1 className="text-3xl font-semibold">{title}</h1>
      <p className="text-base text-ink-soft">{text}</p>
      {children}
    </main>
  )
}

/** Shown in place of a screen that crashed: nothing saved is lost, and a reload usually helps. */
export function ErrorPage() {
  return (
    <ErrorMessage
      title="Couldn’t show this page"
      text="Saved data is safe. Reloading the page usually helps."
      button="Reload"
      onClick={() => location.reload()}
    />
  )
}

interface ErrorMessageProps {
  title: string
  text: string
  button: string
  onClick(): void
}

/** An error message for a whole screen, with a button that helps. */
export function ErrorMessage({ title, text, button, onClick }: ErrorMessageProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      <Button variant="secondary" onClick={onClick}>
        {button}
      </Button>
    </div>
  )
}
