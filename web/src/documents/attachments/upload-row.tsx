import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { RotateCw, X } from 'lucide-react'
import type { Upload } from '#documents/attachments/use-uploads.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

interface UploadRowProps {
  upload: Upload
  onStop(): void
  onRetry(): void
}

/** A file on its way, with how much of it has been sent; or why it was not added, and a way to try again. */
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
          <progress aria-label={`Sending ${name}`} value={progress} max={1} className="h-1.5 w-full accent-accent" />
        )}
      </div>
      {error && (
        <Button variant="ghost" size="small-icon" aria-label={`Try ${name} again`} onClick={onRetry}>
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
