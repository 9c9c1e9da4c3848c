import { type DocumentKind, documentKinds, documentTypes } from '@check-requests/domain/documents/attachments/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Camera, type LucideIcon, Paperclip, RotateCw, X } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Upload } from '#documents/attachments/use-uploads.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import type { Option } from '#ui/form/option.ts'
import { isFocusInDialog } from '#ui/overlay/open-dialog.tsx'

const kinds: readonly Option<DocumentKind | ''>[] = [
  { value: '', label: 'Document type' },
  ...documentKinds.map(({ name, label }) => ({ value: name, label })),
]

interface AddDocumentsProps {
  onAdd(files: Iterable<File>, kind: DocumentKind | undefined): void
}

/** Adds files of a kind: chosen, photographed, pasted, or dropped anywhere on the page. */
export function AddDocuments({ onAdd }: AddDocumentsProps) {
  const [kind, setKind] = useState<DocumentKind | ''>('')
  const add = (files: Iterable<File>) => onAdd(files, kind || undefined)
  useDropAndPaste(add)
  return (
    <>
      <NativeSelect<DocumentKind | ''>
        small
        aria-label="Document type"
        options={kinds}
        value={kind}
        onChange={setKind}
      />
      <FileButton
        icon={Camera}
        label="Take Photo"
        inputLabel="Photograph"
        accept="image/jpeg,image/png"
        capture="environment"
        className="not-pointer-coarse:hidden"
        onChoose={add}
      />
      <FileButton icon={Paperclip} label="Add Documents" inputLabel="Documents" multiple onChoose={add} />
    </>
  )
}

function useDropAndPaste(onAdd: (files: Iterable<File>) => void) {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    if (!data || data.files.length === 0 || isFocusInDialog() || isForField(event, data)) return
    event.preventDefault()
    onAdd(Array.from(data.files))
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    // Without this, the browser would replace the page with the dropped file.
    addEventListener('dragover', (event) => void (holdsFiles(event) && event.preventDefault()), { signal })
    addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return () => stop.abort()
  }, [])
}

// Spreadsheet cells are on the clipboard as both text and image; pasting into a field inserts the text.
function isForField({ target }: Event, { types }: DataTransfer): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && types.includes('text/plain')
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

const documents = documentTypes.map(({ type }) => type).join(',')

interface FileButtonProps extends Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'multiple'> {
  icon: LucideIcon
  label: string
  /** The accessible name of the file input. */
  inputLabel: string
  className?: string
  pending?: boolean
  onChoose(files: File[]): void
}

/** A button that opens the browser's file picker. */
export function FileButton({ icon: Icon, label, inputLabel, onChoose, className, pending, ...input }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  function take({ target }: ChangeEvent<HTMLInputElement>) {
    onChoose(Array.from(target.files ?? []))
    // Allows choosing the same file again.
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

interface UploadRowProps {
  upload: Upload
  onStop(): void
  onRetry(): void
}

/** A file being uploaded with its progress, or why the upload failed and a retry button. */
export function UploadRow({ upload: { file, progress, error }, onStop, onRetry }: UploadRowProps) {
  const name = markHidden(file.name)
  return (
    <li className="flex items-start gap-3 py-2 first:pt-0 last:pb-0">
      <span className="mt-0.5 size-4 shrink-0">{!error && <Spinner />}</span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        {error ? (
          <p role="alert" className="text-[0.8125rem] text-danger">
            {error}
          </p>
        ) : (
          <progress aria-label={`Uploading ${name}`} value={progress} max={1} className="h-1.5 w-full accent-accent" />
        )}
      </div>
      {error && (
        <Button variant="ghost" size="small-icon" aria-label={`Retry ${name}`} onClick={onRetry}>
          <RotateCw aria-hidden className="size-4" />
        </Button>
      )}
      <Button
        variant="ghost"
        size="small-icon"
        aria-label={error ? `Dismiss ${name}` : `Cancel ${name}`}
        onClick={onStop}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  )
}
