import { lazy, Suspense, useState } from 'react'
import { AvatarMark } from '#layout/avatar-mark.tsx'
import { buttonClass } from '#ui/button.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'

const loadMenu = () => import('#layout/avatar-menu.tsx')
const AvatarMenu = lazy(async () => ({ default: (await loadMenu()).AvatarMenu }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('#layout/shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** Initials that open the person's menu, which is preloaded when somebody is about to use it. */
export function AvatarButton() {
  const [asked, setAsked] = useState(false)
  const [helping, setHelping] = useState(false)
  useShortcut('?', () => setHelping(true))
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={buttonClass('ghost', 'icon')}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setAsked(true)}
    >
      <AvatarMark />
    </button>
  )
  return (
    <>
      {asked ? (
        <Suspense fallback={button}>
          <AvatarMenu onShortcuts={() => setHelping(true)} />
        </Suspense>
      ) : (
        button
      )}
      {helping && (
        <Suspense>
          <ShortcutsDialog onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </>
  )
}
