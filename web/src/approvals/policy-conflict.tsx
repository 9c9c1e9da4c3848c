import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { changesBetween } from '#approvals/policy-changes.ts'
import type { PolicyEditing } from '#approvals/use-policy-editor.ts'
import { Button } from '#ui/button.tsx'

/** Somebody else has saved meanwhile: what they changed, and whose draft to go on with. */
export function PolicyConflict({ editing: { theirs, base, failure, settle } }: { editing: PolicyEditing }) {
  if (!theirs) return null
  const changes = changesBetween(base.policy, theirs.policy)
  return (
    <section
      aria-label="Changed meanwhile"
      className="grid gap-2 rounded-md border border-yellow bg-yellow-soft px-3 py-3"
    >
      <p role="alert" className="font-medium">
        {failure?.message ?? 'Somebody changed the approval policy in the meantime.'}
      </p>
      <ul className="grid gap-0.5">
        {changes.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {markHidden(sentence)}
          </li>
        ))}
        {changes.length === 0 && <li>It says the same as before.</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => settle(true)}>
          Keep What I Wrote
        </Button>
        <Button variant="secondary" onClick={() => settle(false)}>
          Take Theirs
        </Button>
      </div>
    </section>
  )
}
