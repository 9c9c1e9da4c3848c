import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface Description {
  label: string
  /** The value. If undefined or empty, a dash is shown. */
  value: ReactNode
  /** True for a long text, which takes the full width. */
  wide?: boolean | undefined
}

/** Terms and values, in columns if there is room. */
export function DescriptionList({ items, columns = 2 }: { items: readonly Description[]; columns?: 1 | 2 | 3 }) {
  const grid = { 1: '', 2: 'sm:grid-cols-2', 3: 'grid-cols-2 xl:grid-cols-3 print:grid-cols-4 print:gap-y-2' }[columns]
  return (
    <dl className={clsx('grid gap-x-6 gap-y-3', grid)}>
      {items.map((item) => (
        <div key={item.label} className={clsx('grid content-start gap-0.5', item.wide && 'col-span-full')}>
          <dt className="text-[0.8125rem] text-ink-soft">{item.label}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{isBlank(item.value) ? '–' : item.value}</dd>
        </div>
      ))}
    </dl>
  )
}

function isBlank(value: ReactNode): boolean {
  return value === null || value === undefined || value === ''
}
