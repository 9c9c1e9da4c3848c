import type { ListName, SavedView } from '@check-requests/domain/check-requests/views/fields.ts'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark, ChevronDown } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { type Chosen, useUpdateView } from '#check-requests/views/view-changes.ts'
import { Button } from '#ui/button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const loadMenu = () => import('#check-requests/views/view-menu.tsx')
const ViewMenu = lazy(async () => ({ default: (await loadMenu()).ViewMenu }))
const loadDialog = () => import('#check-requests/views/view-dialog.tsx')
const ViewDialog = lazy(async () => ({ default: (await loadDialog()).ViewDialog }))

interface ViewControlsProps {
  list: ListName
  /** The current state of the list. */
  chosen: Chosen
  /** The saved view that is open. */
  view: SavedView | undefined
  /** True if the list differs from the view. */
  isChanged: boolean
}

/** Saves the current list as a view or, with a view open, updates that view. */
export function ViewControls({ list, chosen, view, isChanged }: ViewControlsProps) {
  const place = useRef<HTMLDivElement>(null)
  const writes = may(usePerson(), 'views.write')
  const { openFor, dialog } = useDialogFor(ViewDialog)
  const open = useOpenView()
  const finalFocus = () => place.current?.querySelector<HTMLElement>('button:last-of-type') ?? undefined
  // The pressed button no longer exists at that point.
  const keepFocus = () => place.current?.contains(document.activeElement) && finalFocus()?.focus()
  const save = () => openFor({ list, chosen, view: undefined, onSaved: open, finalFocus })
  if (!writes) return null
  return (
    <div ref={place} className="contents">
      {(!view || (isChanged && !view.own)) && (
        <Button variant="secondary" onPointerEnter={loadDialog} onFocus={loadDialog} onClick={save}>
          <Bookmark aria-hidden className="size-4" />
          Save View
        </Button>
      )}
      {view && isChanged && view.own && <UpdateButton view={view} chosen={chosen} onUpdated={keepFocus} />}
      {view && (
        <ViewButton
          key={view.id}
          view={view}
          isChanged={isChanged}
          onSaveAnother={save}
          onEdit={() => openFor({ list, chosen, view, onSaved: open, finalFocus })}
          onDeleted={() => {
            open(undefined)
            document.getElementById('main')?.focus({ preventScroll: true })
          }}
        />
      )}
      {dialog}
    </div>
  )
}

/** Puts the view's id into the URL, next to the filter. */
function useOpenView() {
  const navigate = useNavigate()
  return (id: number | undefined) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, saved: id === undefined ? undefined : String(id) }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    } as Parameters<typeof navigate>[0])
}

interface UpdateButtonProps {
  view: SavedView
  chosen: Chosen
  onUpdated(): void
}

function UpdateButton({ view, chosen, onUpdated }: UpdateButtonProps) {
  const params = { id: view.id }
  const { query, layout } = view
  const restore = useUpdateView()
  const update = useUpdateView({
    onSuccess: onUpdated,
    undo: () => restore.mutate({ params, body: { query, layout } }),
  })
  return (
    <Button variant="secondary" pending={update.isPending} onClick={() => update.mutate({ params, body: chosen })}>
      Update View
    </Button>
  )
}

interface ViewButtonProps {
  view: SavedView
  isChanged: boolean
  onSaveAnother(): void
  onEdit(): void
  onDeleted(): void
}

/** A button that names the open view and opens its menu. */
function ViewButton(props: ViewButtonProps) {
  const [asked, setAsked] = useState(false)
  const button = (
    <Button
      variant="secondary"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setAsked(true)}
    >
      <ViewMark name={props.view.name} />
    </Button>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <ViewMenu
        {...props}
        trigger={
          <Button variant="secondary">
            <ViewMark name={props.view.name} />
          </Button>
        }
      />
    </Suspense>
  )
}

function ViewMark({ name }: { name: string }) {
  return (
    <>
      <Bookmark aria-hidden className="size-4 fill-current" />
      <span className="sr-only">Saved view</span>
      <span className="max-w-40 truncate" title={name}>
        {name}
      </span>
      <ChevronDown aria-hidden className="size-4" />
    </>
  )
}
