import { useEffect, useRef } from 'react'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'

/** If there are at least this many errors, they are listed instead of focusing the first field. */
const many = 3

/** All errors after an attempt to submit, each linked to its field. */
export function RequestFormErrors({ form }: { form: RequestForm }) {
  const { errors, submitCount } = form.formState
  const box = useRef<HTMLDivElement>(null)
  const mistakes = mistakesOf(errors)
  const focusedFor = useRef(0)
  useEffect(() => {
    if (submitCount === focusedFor.current) return
    focusedFor.current = submitCount
    // The form focuses its first invalid field in a timer, which started earlier.
    if (mistakes.length >= many) setTimeout(() => box.current?.focus())
  })
  if (submitCount === 0 || mistakes.length < many) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby="mistakes"
      className="rounded-lg border border-danger bg-danger-soft p-4"
    >
      <h2 id="mistakes" className="font-semibold text-danger-strong">
        {mistakes.length} Errors to Correct
      </h2>
      <ul className="mt-1.5 grid gap-0.5 sm:grid-cols-2">
        {mistakes.map(({ field, message }) => (
          <li key={field}>
            <button
              type="button"
              className="min-h-6 rounded-sm text-start text-danger-strong underline underline-offset-2"
              onClick={() => form.setFocus(field)}
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Lists the errors in form order. A message shown at two fields is listed once. */
export function mistakesOf(errors: RequestForm['formState']['errors']) {
  const fields = (Object.keys(fieldLabels) as (keyof RequestFormValues)[]).filter((field) => errors[field]?.message)
  const mistakes = fields.map((field) => ({ field, message: String(errors[field]?.message) }))
  return mistakes.filter(({ message }, index) => mistakes.findIndex((other) => other.message === message) === index)
}
