import type { ReactNode } from 'react'

/** Initials of first and last name. */
export function initials(first: string, last: string): string {
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
}

/** A round badge for a person: initials, or a spinner while something about them changes. */
export function Avatar({ children }: { children: ReactNode }) {
  return (
    <span className="grid size-8 place-items-center rounded-full bg-accent text-xs font-semibold text-on-accent">
      {children}
    </span>
  )
}
