import { documentTypes } from '@check-requests/domain/documents/attachments/fields.ts'
import type { LucideIcon } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, useRef } from 'react'
import { Button } from '#ui/button.tsx'

const documents = documentTypes.map(({ type }) => type).join(',')

interface FileButtonProps extends Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'multiple'> {
  icon: LucideIcon
  label: string
  /** What the input that it opens is called. */
  inputLabel: string
  className?: string
  pending?: boolean
  onChoose(files: File[]): void
}

/** A button that opens the browser's own choice of files. */
export function FileButton({ icon: Icon, label, inputLabel, onChoose, className, pending, ...input }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  function take({ target }: ChangeEvent<HTMLInputElement>) {
    onChoose(Array.from(target.files ?? []))
    // The same file can be chosen again.
    target.value = ''
  }
  return (
    <>
      <input ref={field} type="file" accept={documents} hidden aria-label={inputLabel} onChange={take} {...input} />
      <Button
        variant="secondary"
        size="sm"
        className={className}
        pending={pending}
        onClick={() => field.current?.click()}
      >
        {!pending && <Icon aria-hidden className="size-4" />}
        {label}
      </Button>
    </>
  )
}
