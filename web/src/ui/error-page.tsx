import { Button } from '#ui/button.tsx'

/** Shown in place of a screen that crashed: nothing saved is lost, and a reload usually helps. */
export function ErrorPage() {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <h1 className="text-xl font-semibold">This page could not be shown</h1>
      <p className="text-ink-soft">Nothing that was saved is lost. Loading the page again usually helps.</p>
      <Button variant="secondary" onClick={() => location.reload()}>
        Load again
      </Button>
    </div>
  )
}
