import type { ListedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import { ChevronLeft, ChevronRight, type LucideIcon, MoveHorizontal, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { DownloadButton } from '#documents/attachments/document-list.tsx'
import { Button } from '#ui/button.tsx'
import { shortcutsOn, useShortcut } from '#ui/use-shortcut.ts'

interface ViewerToolbarProps {
  documents: readonly ListedAttachment[]
  shown: ListedAttachment
  /** Undefined if no document is shown. */
  scale: number | undefined
  fits: boolean
  acts: ViewerActs
}

/** The toolbar that switches, zooms, and rotates documents. */
export function ViewerToolbar({ documents, shown, scale, fits, acts }: ViewerToolbarProps) {
  return (
    <div className="flex items-center border-b border-line px-2 py-1">
      {documents.length > 1 && <Neighbors documents={documents} shown={shown} acts={acts} />}
      <div className="ms-auto flex items-center sm:gap-1">
        <Tool icon={ZoomOut} label="Zoom Out" keyName="-" onClick={acts.zoomOut} />
        <span className="w-10 text-center text-[0.8125rem] text-ink-soft max-sm:hidden">
          {scale !== undefined && `${Math.round(scale * 100)}%`}
        </span>
        <Tool icon={ZoomIn} label="Zoom In" keyName="+" onClick={acts.zoomIn} />
        <Tool icon={MoveHorizontal} label="Fit to Width" keyName="0" pressed={fits} onClick={acts.fit} />
        <Tool icon={RotateCw} label="Rotate" keyName="r" onClick={acts.rotate} />
        <DownloadButton document={shown} />
      </div>
    </div>
  )
}

function Neighbors({ documents, shown, acts }: Pick<ViewerToolbarProps, 'documents' | 'shown' | 'acts'>) {
  const index = documents.indexOf(shown)
  const isLast = index === documents.length - 1
  return (
    <div className="flex items-center sm:gap-1">
      <Tool icon={ChevronLeft} label="Previous Document" keyName="[" disabled={index === 0} onClick={acts.previous} />
      <span className="text-[0.8125rem] whitespace-nowrap text-ink-soft">
        {index + 1} of {documents.length}
      </span>
      <Tool icon={ChevronRight} label="Next Document" keyName="]" disabled={isLast} onClick={acts.next} />
    </div>
  )
}

interface ToolProps {
  icon: LucideIcon
  label: string
  keyName: string
  disabled?: boolean
  pressed?: boolean
  onClick(): void
}

/** A toolbar button that keeps the focus when it becomes unavailable. */
function Tool({ icon: Icon, label, keyName, disabled = false, pressed, onClick }: ToolProps) {
  return (
    <Button
      variant="ghost"
      size="small-icon"
      className={pressed ? 'bg-sunken' : undefined}
      aria-label={label}
      aria-keyshortcuts={keyName}
      title={`${label} (${keyName})`}
      aria-disabled={disabled || undefined}
      aria-pressed={pressed}
      onClick={disabled ? undefined : onClick}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  )
}

interface ViewerActs {
  previous(): void
  next(): void
  zoomIn(): void
  zoomOut(): void
  fit(): void
  rotate(): void
}

/**
 * The viewer's keys, active anywhere on the page except in fields and dialogs. Outside the viewer, `r` is the shortcut
 * of a decision, so it rotates the document only while the focus is in the viewer. Returns the handler for keys inside
 * the viewer.
 */
export function useViewerKeys(acts: ViewerActs) {
  useShortcut('[', acts.previous)
  useShortcut(']', acts.next)
  useShortcut('+', acts.zoomIn)
  useShortcut('=', acts.zoomIn)
  useShortcut('-', acts.zoomOut)
  useShortcut('0', acts.fit)
  const inside: Record<string, () => void> = {
    '[': acts.previous,
    ']': acts.next,
    '+': acts.zoomIn,
    '=': acts.zoomIn,
    '-': acts.zoomOut,
    '0': acts.fit,
    r: acts.rotate,
  }
  return (event: KeyboardEvent) => {
    const act = inside[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || !shortcutsOn()) return
    // Tells other handlers that the key was handled.
    event.preventDefault()
    act()
  }
}
