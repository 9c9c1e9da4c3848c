import type { ReactNode } from 'react'

interface FactorRowProps {
  title: ReactNode
  text: ReactNode
  /** What can be done about it. */
  children?: ReactNode
}

/** One line of the list of what somebody signs in with. */
export function FactorRow({ title, text, children }: FactorRowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 sm:px-5">
      <div className="grid min-w-0 flex-1 basis-52">
        <h3 className="font-medium wrap-anywhere">{title}</h3>
        <p className="text-[0.8125rem] text-ink-soft">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
