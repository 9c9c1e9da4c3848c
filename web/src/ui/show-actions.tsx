import type { MouseEvent } from 'react'

/**
 * On a phone, brings in the actions of a card that a swipe brings in as well, and puts the focus on the first. Its three
 * dots are a background, since each row of a list has one.
 */
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
      className="show-actions -me-3 hidden h-11 w-9 rounded-md text-ink-soft max-sm:block"
      onClick={show}
    />
  )
}
