import { Button } from '#ui/button.tsx'

/** Shown in place of a screen that crashed: nothing saved is lost, and a reload usually helps. */
export function ErrorPage() {
  return (
    <ErrorMessage
      title="This page could not be shown"
      text="Nothing that was saved is lost. Loading the page again usually helps."
      button="Load again"
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

/** What went wrong with a whole screen, and the one thing to do about it. */
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
