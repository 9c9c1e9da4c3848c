import { Ellipsis } from 'lucide-react'
import type { MouseEvent } from 'react'

/** On a phone, brings in the actions of a card that a swipe brings in as well, and puts the focus on the first. */
export function ShowActions() {
  function show({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const action = currentTarget.closest('td')?.querySelector<HTMLElement>('div :is(a, button)')
    action?.scrollIntoView({ block: 'nearest', inline: 'end' })
    action?.focus({ preventScroll: true })
  }
  return (
    <button
      type="button"
      aria-label="Show actions"
      className="-me-3 hidden h-11 w-9 items-center justify-center rounded-md text-ink-soft max-sm:inline-flex"
      onClick={show}
    >
      <Ellipsis aria-hidden className="size-5" />
    </button>
  )
}
