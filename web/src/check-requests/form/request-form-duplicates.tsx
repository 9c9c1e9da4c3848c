import type { DuplicatesOfFormProps } from '#check-requests/form/duplicates-of-form.tsx'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import { optional } from '#ui/optional.tsx'

const DuplicatesOfForm = optional(async () => {
  return (await import('#check-requests/form/duplicates-of-form.tsx')).DuplicatesOfForm
})

/** Where the form warns of possible duplicates. Its space is always reserved, so that no field ever moves. */
export function RequestFormDuplicates(props: DuplicatesOfFormProps) {
  return (
    <RequestFormSection title="Duplicates" hint="Of the last 90 days. A warning never stops you.">
      <div className="h-28 sm:col-span-2">
        <DuplicatesOfForm {...props} />
      </div>
    </RequestFormSection>
  )
}
