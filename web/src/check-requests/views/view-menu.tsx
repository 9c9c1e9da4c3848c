import type { SavedView } from '@check-requests/domain/check-requests/views/fields.ts'
import { BookmarkPlus, Pencil, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDeleteView } from '#check-requests/views/view-changes.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLabel } from '#ui/overlay/menu.tsx'

interface ViewMenuProps {
  view: SavedView
  isChanged: boolean
  trigger: ReactElement
  onSaveAnother(): void
  onEdit(): void
  onDeleted(): void
}

/** Actions on the open saved view: its owner can change it, and other users can save a copy. */
export function ViewMenu({ view, isChanged, trigger, onSaveAnother, onEdit, onDeleted }: ViewMenuProps) {
  const person = usePerson()
  const [deleting, setDeleting] = useState(false)
  const icon = 'size-4'
  const canShare = may(person, 'views.share')
  return (
    <>
      <Menu trigger={trigger} openAtOnce>
        {!view.own && <MenuLabel>Shared by {view.owner_name}</MenuLabel>}
        {view.own && (
          <MenuItem icon={<Pencil aria-hidden className={icon} />} onClick={onEdit}>
            {canShare ? 'Rename or Share…' : 'Rename…'}
          </MenuItem>
        )}
        {(isChanged || !view.own) && (
          <MenuItem icon={<BookmarkPlus aria-hidden className={icon} />} onClick={onSaveAnother}>
            Save as Another View…
          </MenuItem>
        )}
        {(view.own || may(person, 'views.delete-shared')) && (
          <MenuItem icon={<Trash2 aria-hidden className={icon} />} danger onClick={() => setDeleting(true)}>
            Delete
          </MenuItem>
        )}
      </Menu>
      <DeleteView view={view} open={deleting} onOpenChange={setDeleting} onDeleted={onDeleted} />
    </>
  )
}

interface DeleteViewProps {
  view: SavedView
  open: boolean
  onOpenChange(open: boolean): void
  onDeleted(): void
}

function DeleteView({ view, open, onOpenChange, onDeleted }: DeleteViewProps) {
  const remove = useDeleteView(view.name, { onSuccess: onDeleted })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete the view “${view.name}”?`}
      text={
        view.shared
          ? 'The view disappears from the menus of everyone in the dealer group. No check requests change.'
          : 'The view disappears from your menu. No check requests change.'
      }
      confirmLabel="Delete View"
      pending={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ params: { id: view.id } })}
    />
  )
}
