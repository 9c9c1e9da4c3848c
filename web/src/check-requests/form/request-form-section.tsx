import { type ReactNode, useId } from 'react'

interface RequestFormSectionProps {
  title: string
  /** The subject of the fields. */
  hint?: string | undefined
  children: ReactNode
}

/** A titled section of the form, with the title next to its fields if there is room, otherwise above them. */
export function RequestFormSection({ title, hint, children }: RequestFormSectionProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-8 gap-y-3 border-t border-line py-5 first:border-t-0 lg:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-1">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {hint && <p className="text-[0.8125rem] text-ink-soft">{hint}</p>}
      </div>
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}
