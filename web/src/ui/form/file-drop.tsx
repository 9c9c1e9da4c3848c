import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { isFocusInDialog } from '#ui/overlay/open-dialog.tsx'

interface FileDropProps {
  /** The name of the input for screen readers. */
  label: string
  /** File extensions and types that the browser offers first. */
  accept: string
  /** The label of the button. */
  button: ReactNode
  variant?: ButtonProps['variant']
  pending?: boolean | undefined
  /** Shown next to the button. */
  children?: ReactNode
  onFile(file: File): void
}

/** A field for one file: chosen with a button, or dropped anywhere on the page. */
export function FileDrop({ label, accept, button, variant = 'primary', pending, children, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDrop(onFile)
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed px-4 py-4 ${
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'
      }`}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // Clears the input so that the user can choose the same file again.
          target.value = ''
        }}
      />
      <Button variant={variant} pending={pending} onClick={() => input.current?.click()}>
        {button}
      </Button>
      <div className="min-w-0 flex-1 basis-56 text-ink-soft">{children}</div>
    </div>
  )
}

/** Calls `onFile` with the first file dropped on the page. Returns true while a file is dragged over the page. */
function useDrop(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent((event: DragEvent) => {
    setIsOver(false)
    const [file] = event.dataTransfer?.files ?? []
    if (!file || isFocusInDialog()) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Without this, the browser would replace the page with the dropped file.
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => void (event.relatedTarget === null && setIsOver(false))
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', take, { signal })
    return () => stop.abort()
  }, [])
  return isOver
}
