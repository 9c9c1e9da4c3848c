import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type BadgeColor = 'blue' | 'teal' | 'green' | 'orange' | 'purple' | 'yellow' | 'gray' | 'red' | 'pink'

const colors: Record<BadgeColor, string> = {
  blue: 'bg-blue-soft text-blue',
  teal: 'bg-teal-soft text-teal',
  green: 'bg-green-soft text-green',
  orange: 'bg-orange-soft text-orange',
  purple: 'bg-purple-soft text-purple',
  yellow: 'bg-yellow-soft text-yellow',
  gray: 'bg-gray-soft text-gray',
  red: 'bg-red-soft text-red',
  pink: 'bg-pink-soft text-pink',
}

interface BadgeProps {
  color: BadgeColor
  /** True if the badge can wrap onto two lines between words. */
  wraps?: boolean
  children: ReactNode
}

/** A short word in color. The word carries the meaning; the color only helps users find it. */
export function Badge({ color, wraps = false, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-semibold',
        wraps ? 'whitespace-normal' : 'whitespace-nowrap',
        colors[color],
      )}
    >
      {children}
    </span>
  )
}

export function ActiveBadge({ active }: { active: boolean }) {
  return <Badge color={active ? 'green' : 'gray'}>{active ? 'Active' : 'Inactive'}</Badge>
}
