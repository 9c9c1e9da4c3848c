import { type ReactNode, useId } from 'react'

interface UserFormSectionProps {
  title: string
  /** Applies to all fields of the section. */
  hint?: string | undefined
  children: ReactNode
}

/** A titled section of the user form, in six columns where there is room. */
export function UserFormSection({ title, hint, children }: UserFormSectionProps) {
  const titleId = useId()
  const hintId = useId()
  return (
    <section
      aria-labelledby={titleId}
      aria-describedby={hint && hintId}
      className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0"
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        {hint && (
          <p id={hintId} className="text-[0.8125rem] text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-6">{children}</div>
    </section>
  )
}
