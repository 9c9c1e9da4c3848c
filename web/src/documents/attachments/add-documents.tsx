import { type DocumentKind, documentKinds } from '@check-requests/domain/documents/attachments/fields.ts'
import { Camera, Paperclip } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { FileButton } from '#documents/attachments/file-button.tsx'
import { isFocusInDialog } from '#ui/focused-dialog.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import type { Option } from '#ui/option.ts'

const kinds: readonly Option<DocumentKind | ''>[] = [
  { value: '', label: 'Kind of document' },
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
        aria-label="Kind of document"
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
    // Without this the browser would open what is dropped in place of the page.
    addEventListener('dragover', (event) => void (holdsFiles(event) && event.preventDefault()), { signal })
    addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return () => stop.abort()
  }, [])
}

// Cells of a spreadsheet are on the clipboard as text and as a picture; into a field goes the text.
function isForField({ target }: Event, { types }: DataTransfer): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && types.includes('text/plain')
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
