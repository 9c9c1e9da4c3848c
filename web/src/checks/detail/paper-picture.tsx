import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { Ref } from 'react'
import { AddDocuments, UploadRow } from '#documents/attachments/add-documents.tsx'
import { useDocuments } from '#documents/attachments/api.ts'
import { useUploads } from '#documents/attachments/use-uploads.ts'
import { RadioGroup } from '#ui/form/radio.tsx'

interface PaperPictureProps {
  requestId: number
  value: number | undefined
  onChange(id: number): void
  onBlur(): void
  ref: Ref<HTMLInputElement>
}

/** Chooses the photo of a paper check among its request's documents, or adds it there. */
export function PaperPicture({ requestId, value, onChange, ...rest }: PaperPictureProps) {
  const owner = { request: requestId }
  const documents = (useDocuments(owner).data ?? []).filter(({ removed_at }) => removed_at === null)
  const { uploads, add, stop, retry } = useUploads({
    destination: async () => owner,
    onAdded: ({ id }) => onChange(id),
  })
  const options = documents.map(({ id, name }) => ({ value: id, label: markHidden(name) }))
  return (
    <div className="grid gap-2">
      {options.length > 0 ? (
        <RadioGroup {...rest} options={options} value={value ?? null} onChange={onChange} stacked />
      ) : (
        <p className="text-ink-soft">The request has no documents yet.</p>
      )}
      <ul className="grid gap-2">
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} onStop={() => stop(upload)} onRetry={() => retry(upload)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <AddDocuments onAdd={add} />
      </div>
    </div>
  )
}
