import { type CheckedItem, itemNamed } from '@check-requests/domain/check-requests/required/rules.ts'
import { clsx } from 'clsx'
import { Circle, CircleAlert, CircleCheck } from 'lucide-react'

/** The requirements of a request's purpose, with a check mark for each one met. */
export function RequirementList({ demands }: { demands: readonly CheckedItem[] }) {
  return (
    <ul className="grid gap-1.5">
      {demands.map((requirement) => {
        const { Icon, text, className } = lookOf(requirement)
        const { label, kind } = itemNamed(requirement.item)
        return (
          <li key={requirement.item} className="flex items-start gap-2">
            <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', className)} />
            <span className="min-w-0 wrap-anywhere">
              {kind !== null && 'Document: '}
              {label}
              <span className={clsx('ms-2 font-medium', className)}>{text}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function lookOf({ isMet, isByPayee, level }: CheckedItem) {
  if (isMet)
    return { Icon: CircleCheck, text: isByPayee ? 'On file for the payee' : 'Provided', className: 'text-ink-soft' }
  if (level === 'must') return { Icon: CircleAlert, text: 'Missing', className: 'text-danger' }
  return { Icon: Circle, text: 'Missing (optional)', className: 'text-ink-soft' }
}
